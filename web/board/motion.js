// Pieces in motion.
import { Geometry } from './geometry.js';

/** Milliseconds for one step, and for taken pieces to leave. */
const STEP = 200;
const LEAVE = 140;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @typedef {{ done: Promise<void>, stop: () => void }} Motion A piece on its way; after `stop` it is left where it is, and `done` holds at once. */

/**
 * Moves a piece along its route; what it takes stays until the end, then leaves, as the rulebooks require.
 * @param {Element} discs @param {Geometry} geometry @param {number[]} route @param {number[]} taken
 * @returns {Motion | null} nothing where no motion is wanted or seen
 */
export function hop(discs, geometry, route, taken) {
  const group = discAt(discs, route[0]), stopping = new AbortController(), { signal } = stopping;
  if (!group || still.matches || document.hidden || route.length < 2) return null;
  discs.append(group);
  /** @type {Promise<void>} */
  const stopped = new Promise(done => { signal.addEventListener('abort', () => { done(); }); });
  const done = Promise.race([walk(discs, group, route.map(square => geometry.centre(square)), taken, signal), stopped]);
  return { done, stop: () => { stopping.abort(); } };
}

/** @param {Element} discs @param {number} square */
const discAt = (discs, square) => discs.querySelector(`[data-square="${square}"]`);

/** @param {Element} discs @param {Element} group @param {number[][]} places @param {number[]} taken @param {AbortSignal} signal */
async function walk(discs, group, places, taken, signal) {
  for (let i = 1; i < places.length && !signal.aborted; i += 1) await slide(group, places[i - 1], places[i], signal);
  if (!taken.length || signal.aborted) return;
  for (const square of taken) discAt(discs, square)?.classList.add('leaving');
  await new Promise(done => { setTimeout(done, LEAVE); });
}

/** @param {Element} group @param {number[]} from @param {number[]} to @param {AbortSignal} signal @returns {Promise<void>} */
function slide(group, from, to, signal) {
  return new Promise(done => {
    const begun = performance.now();
    const frame = /** @param {number} now */ now => {
      if (signal.aborted) return done();
      const part = Math.max(0, Math.min(1, (now - begun) / STEP)), ease = part * part * (3 - 2 * part);
      const [x, y] = from.map((start, axis) => start + (to[axis] - start) * ease);
      group.setAttribute('transform', `translate(${x} ${y})`);
      if (part < 1) requestAnimationFrame(frame); else done();
    };
    requestAnimationFrame(frame);
  });
}
