// The arbiter sets the board on the screen as the real one stands; the server says what that would be judged as.
import { call } from '../api.js';
import { fenOf } from '../fen.js';
import { actingSide } from '../game/model.js';
import { t } from '../texts.js';

export const PALETTE = ['move', 'remove', 'white-man', 'white-king', 'black-man', 'black-king'];

export class Setup {
  /**
   * @param {import('../board.js').DamieraBoard} board @param {import('../state.js').State<import('../game/model.js').GameState>} state
   * @param {import('../game/actions.js').GameActions} actions
   */
  constructor(board, state, actions) {
    this.board = board;
    this.state = state;
    this.actions = actions;
  }

  /** A square was tapped: puts down, removes or lifts a piece. @param {number} square */
  tap(square) {
    const { palette } = this.state.current, pieces = new Map(this.board.pieces), [lifted] = this.board.state.chosen;
    if (palette === 'move') {
      if (lifted && lifted !== square) return this.carry(lifted, square);
      return this.board.update({ chosen: lifted === square || !pieces.has(square) ? [] : [square] });
    }
    const [side, rank] = palette.split('-');
    if (palette === 'remove') pieces.delete(square);
    else pieces.set(square, { side: side === 'white' ? 'white' : 'black', king: rank === 'king' });
    return this.#judge(pieces);
  }

  /** @param {number} from @param {number} to a square, or 0 for off the board */
  carry(from, to) {
    const pieces = new Map(this.board.pieces), piece = pieces.get(from);
    this.board.update({ chosen: [] });
    if (!piece) return;
    pieces.delete(from);
    if (to) pieces.set(to, piece);
    this.#judge(pieces);
  }

  /** Puts the board back as the game has it. */
  reset() {
    const { game } = this.state.current;
    this.state.update({ game: game && { ...game }, verdict: null });
  }

  /** Enters the board as it stands; says whether the server took it. */
  async record() {
    const fen = this.#fen(this.board.pieces);
    this.reset();
    return this.actions.send({ by: actingSide(this.state.current), ask: 'stands', fen });
  }

  /** @param {Map<number, import('../fen.js').Piece>} pieces */
  async #judge(pieces) {
    this.board.update({ pieces, legal: [] });
    const asked = await call('POST /api/games/{id}/verdict', { path: { id: this.state.current.id }, body: { fen: this.#fen(pieces), by: actingSide(this.state.current) } });
    const { text, article } = asked.ok ? asked.answer : asked.problem;
    this.state.update({ verdict: { title: t('verdict'), text, article } });
  }

  /** @param {Map<number, import('../fen.js').Piece>} pieces */
  #fen(pieces) { return fenOf(this.state.current.game?.view.turn ?? 'white', pieces); }
}
