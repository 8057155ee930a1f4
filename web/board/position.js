// A position on the board: pieces, the last move, what is lifted, and where it can go.
import { targets } from './choice.js';
import { drawAlternatives, drawCross, drawDisc, drawDone, drawHint, drawDot, drawPath, drawRing, drawSquare } from './drawing.js';

/** @typedef {import('../board.js').BoardState} BoardState */
/** @typedef {import('./drawing.js').Layers} Layers */
/** @typedef {import('./geometry.js').Geometry} Geometry */

/** The pieces as shown: a capture under way, or a move not yet confirmed, has left its first square. @param {BoardState} state */
export function standing({ pieces, chosen, tried }) {
  const shown = new Map(pieces), [from, to] = tried ? [tried.from, tried.to] : [chosen[0], chosen.at(-1)], piece = pieces.get(from);
  if (!piece || !to || (to === from && !tried)) return shown;
  shown.delete(from);
  for (const square of tried?.captures ?? []) shown.delete(square);
  return shown.set(to, { ...piece, king: piece.king || Boolean(tried?.promotes) });
}

/** @param {Layers} layers @param {Geometry} geometry @param {BoardState} state @param {'hints' | 'quiet'} manner whether captures that are due are pointed out */
export function drawPosition({ marks, discs, over }, geometry, state, manner) {
  for (const layer of [marks, discs, over]) layer.replaceChildren();
  drawLastMove(marks, geometry, state);
  for (const square of new Set(state.planned)) drawSquare(marks, geometry, square, 'planned');
  for (const [square, piece] of standing(state)) {
    drawDisc(discs, geometry, square, piece).classList.toggle('tried', square === state.tried?.to);
  }
  if (manner === 'hints' && !state.tried && state.legal.some(m => m.captures.length)) {
    for (const square of new Set(state.legal.map(m => m.from))) if (square !== state.chosen[0]) drawRing(over, geometry, square, 'due');
  }
  drawChoice(over, geometry, state);
  for (const path of state.paths) drawPath(over, geometry, path, 'way');
  if (state.hint.length > 1 && !state.tried && !state.chosen.length) drawHint(over, geometry, state.hint);
  if (state.done.length > 1) drawDone(over, geometry, state.done);
  if (state.planned.length) drawPath(over, geometry, state.planned, 'plan');
  drawAlternatives(over, geometry, state.ways);
}

/** @param {Element} layer @param {Geometry} geometry @param {BoardState} state */
function drawLastMove(layer, geometry, state) {
  const { tried, last, taken } = state, route = tried ? tried.routes[0] : last, pieces = standing(state);
  for (const square of new Set([route[0], route.at(-1)])) if (square) drawSquare(layer, geometry, square, 'last');
  if (route.length > 2) drawPath(layer, geometry, route, 'trail');
  for (const square of tried ? tried.captures : taken) if (!pieces.has(square)) drawCross(layer, geometry, square);
}

/** The lifted piece, the way it has gone, and where it can be set down. @param {Element} layer @param {Geometry} geometry @param {BoardState} state */
function drawChoice(layer, geometry, state) {
  const { chosen } = state;
  if (!chosen.length) return;
  if (chosen.length > 1) drawPath(layer, geometry, chosen, 'way');
  drawRing(layer, geometry, chosen[chosen.length - 1], 'chosen');
  for (const square of targets(state)) drawDot(layer, geometry, square);
}
