// Looking back at earlier positions of the game.
import { call } from '../api.js';
import { piecesOf } from '../fen.js';
import { t } from '../texts.js';
import { plies } from './model.js';

/** @typedef {'first' | 'back' | 'on' | 'last'} Direction */

export class Replay {
  /** The positions so far of a game, and the event they reach to. @type {{ id: string, seq: number, steps: import('api').Step[] } | null} */
  #line = null;

  /**
   * @param {import('../state.js').State<import('./model.js').GameState>} state @param {import('../board.js').DamieraBoard} board
   * @param {(text: string) => void} announce
   */
  constructor(state, board, announce) {
    this.state = state;
    this.board = board;
    this.announce = announce;
  }

  /** @param {Direction} direction */
  step(direction) {
    const most = plies(this.state.current), at = this.state.current.viewed ?? most;
    return this.look({ first: 0, back: at - 1, on: at + 1, last: most }[direction]);
  }

  /** Shows the position after so many plies; the last is the game itself. @param {number} ply */
  async look(ply) {
    const steps = await this.#steps(), most = plies(this.state.current), from = this.state.current.viewed ?? most;
    const to = Math.max(0, Math.min(most, ply)), step = steps?.[to];
    if (!step || to === from) return;
    if (to === most) return this.state.update({ viewed: null });
    this.state.update({ viewed: to });
    this.announce(t('looking-back', { made: to, limit: most }));
    const shown = { pieces: piecesOf(step.fen), last: step.path, taken: step.captures, legal: [], mover: /** @type {const} */ ('none'), planned: [] };
    await this.board.arrive(to === from + 1 ? step : null, shown);
  }

  async #steps() {
    const { id, game } = this.state.current, seq = game?.view.seq ?? 0;
    if (this.#line?.id === id && this.#line.seq === seq) return this.#line.steps;
    const asked = await call('GET /api/games/{id}/line', { path: { id } });
    if (!asked.ok) return null;
    this.#line = { id, seq, steps: asked.answer };
    return asked.answer;
  }
}
