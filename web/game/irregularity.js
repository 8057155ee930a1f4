// An irregularity on the board: what was done, and what was due.
import { call } from '../api.js';
import { piecesOf } from '../fen.js';

/** @typedef {import('./model.js').GameState} GameState */

/** The squares that a side's pieces left, then those where they appeared. @param {string} before @param {string} after @param {string} side */
function changed(before, after, side) {
  const [was, is] = [piecesOf(before), piecesOf(after)];
  const only = /** @param {typeof was} here @param {typeof was} there */ (here, there) =>
    [...here].filter(([square, piece]) => piece.side === side && there.get(square)?.side !== side).map(([square]) => square);
  return [...only(was, is), ...only(is, was)];
}

/** Draws an irregularity that can still be corrected. @param {import('../state.js').State<GameState>} state @param {import('../board.js').DamieraBoard} board */
export function drawIrregularities(state, board) {
  state.follow(['game'], async ({ id, game }) => {
    const pending = game?.view.pending;
    if (!game || !pending) return;
    const line = await call('GET /api/games/{id}/line', { path: { id } });
    const [before, after] = line.ok ? line.answer.slice(-2) : [];
    if (!before || !after) return;
    const position = await call('GET /api/position', { query: { game: game.view.variant, fen: before.fen, moves: '' } });
    if (state.current.game !== game) return;
    const due = position.ok ? position.answer.legal.filter(move => move.captures.length).map(move => move.routes[0]) : [];
    await board.arrive(null, { paths: due, done: changed(before.fen, after.fen, pending.by) });
  });
}
