// A board to try moves on while one waits: both sides, by the rules, with nobody watching.
import { call } from './api.js';
import { DamieraBoard } from './board.js';
import { onCustom } from './dom.js';
import { piecesOf } from './fen.js';
import { setting } from './settings.js';
import { createState } from './state.js';

/** @param {HTMLElement} board @param {string} variant */
export function tryBoard(board, variant) {
  if (!(board instanceof DamieraBoard)) return;
  const state = createState({ moves: /** @type {string[]} */ ([]), reached: /** @type {import('api').Tried | null} */ (null) });

  /** @param {string[]} moves */
  const attempt = async moves => {
    const asked = await call('POST /api/try', { body: { variant, moves } });
    if (asked.ok) { state.update({ moves, reached: asked.answer }); return; }
    board.undo();
    board.update({ paths: asked.problem.due ?? [] });
  };

  let made = 0;
  state.follow(['reached'], ({ reached, moves }) => {
    if (!reached) return;
    const { view, last } = reached, isNext = moves.length === made + 1;
    made = moves.length;
    if (!board.state.layout.squares.length) board.update({ layout: reached.board, coordinates: setting('coordinates') });
    board.arrive(isNext ? last : null, {
      pieces: piecesOf(view.fen), last: last?.path ?? [], taken: last?.captures ?? [], legal: view.legal, mover: view.end ? 'none' : view.turn,
    });
  });
  onCustom(board, 'try', notation => { attempt([...state.current.moves, /** @type {string} */ (notation)]); });
  onCustom(board, 'fork', moves => { board.choose(/** @type {import('api').Legal[]} */ (moves)[0]); });
  attempt([]);
}
