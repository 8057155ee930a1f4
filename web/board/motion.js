// Pieces in motion.
import { Geometry } from './geometry.js';

/** Milliseconds for one step, and for taken pieces to leave. */
const STEP = 200;
const LEAVE = 140;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Moves a piece along its route; what it takes stays until the end, then leaves, as the rulebooks require.
 * @param {Element} discs @param {Geometry} geometry @param {number[]} route @param {number[]} taken
 */
export async function hop(discs, geometry, route, taken) {
  const disc = /** @param {number} square */ square => discs.querySelector(`[data-square="${square}"]`);
  const group = disc(route[0]);
  if (!group || still.matches || document.hidden || route.length < 2) return;
  discs.append(group);
  for (let i = 1; i < route.length; i += 1) await slide(group, geometry.centre(route[i - 1]), geometry.centre(route[i]));
  for (const square of taken) disc(square)?.classList.add('leaving');
  if (taken.length) await new Promise(done => { setTimeout(done, LEAVE); });
}

/** @param {Element} group @param {number[]} from @param {number[]} to @returns {Promise<void>} */
function slide(group, from, to) {
  return new Promise(done => {
    const begun = performance.now();
    const frame = /** @param {number} now */ now => {
      const part = Math.max(0, Math.min(1, (now - begun) / STEP)), ease = part * part * (3 - 2 * part);
      const [x, y] = from.map((start, axis) => start + (to[axis] - start) * ease);
      group.setAttribute('transform', `translate(${x} ${y})`);
      if (part < 1) requestAnimationFrame(frame); else done();
    };
    requestAnimationFrame(frame);
  });
}
