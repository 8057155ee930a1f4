// A board to try moves on: both sides, by the rules of a game. The server judges, and nothing is kept.
import { call } from './api.js';
import { DamieraBoard } from './board.js';
import { onCustom } from './dom.js';
import { piecesOf } from './fen.js';
import { createState } from './state.js';

/** @typedef {import('api').Tried} Tried */
/** @typedef {import('./api.js').Problem} Problem */
/**
 * @typedef {object} Trial
 * @property {string} variant
 * @property {string} [fen] Where to begin; the start of the game if not given.
 * @property {Tried} [begin] The position that it begins with, if the page has it already.
 * @property {string} [coordinates] What squares are called, if not by their numbers.
 * @property {(moves: string[], reached: Tried) => void} [played] Told of each position that is shown.
 * @property {(move: string, problem: Problem) => void} [refused] Told of each move that is refused.
 */

/** Makes a board one to try moves on; gives back what puts it at the beginning again. @param {HTMLElement} board @param {Trial} trial */
export function tryBoard(board, { variant, fen, begin, coordinates = 'numbers', played, refused }) {
  if (!(board instanceof DamieraBoard)) return () => {};
  const state = createState({ moves: /** @type {string[]} */ ([]), reached: /** @type {Tried | null} */ (null) });

  /** @param {string[]} moves */
  const attempt = async moves => {
    if (!moves.length && begin) return state.update({ moves, reached: { ...begin } });
    const asked = await call('POST /api/try', { body: { variant, ...(fen ? { fen } : {}), moves } });
    if (asked.ok) return state.update({ moves, reached: asked.answer });
    board.undo();
    board.update({ paths: asked.problem.due ?? [] });
    refused?.(moves.at(-1) ?? '', asked.problem);
  };

  let made = 0;
  state.follow(['reached'], ({ reached, moves }) => {
    if (!reached) return;
    const { view, last } = reached, isNext = moves.length === made + 1;
    made = moves.length;
    if (!board.state.layout.squares.length) board.update({ layout: reached.board, coordinates });
    board.arrive(isNext ? last : null, {
      pieces: piecesOf(view.fen), last: last?.path ?? [], taken: last?.captures ?? [], legal: view.legal, mover: view.end ? 'none' : view.turn,
    });
    played?.(moves, reached);
  });
  onCustom(board, 'try', notation => { attempt([...state.current.moves, /** @type {string} */ (notation)]); });
  onCustom(board, 'fork', moves => { board.choose(/** @type {import('api').Legal[]} */ (moves)[0]); });
  attempt([]);
  return () => { attempt([]); };
}
