// The board of the game page follows the game, unless one looks back.
import { piecesOf } from '../fen.js';
import { t } from '../texts.js';
import { announceMove } from './listening.js';
import { isOwn, isOwnTurn, isShared } from './model.js';
import { playedMove } from './news.js';

/** @typedef {import('./model.js').GameState} GameState */

/** Whose pieces may be lifted: those to move, or one's own ahead of the turn. @param {GameState} state @returns {import('../board/choice.js').Mover} */
function moverOf(state) {
  const { game, sides } = state;
  if (!game || game.view.end) return 'none';
  if (state.consult?.turn) return game.view.turn;
  if (!sides.length) return 'none';
  if (game.table) return 'any';
  return isOwn(state, game.view.turn) ? game.view.turn : sides[0];
}

/** @param {import('../state.js').State<GameState>} state @param {import('../board.js').DamieraBoard} board @param {(text: string) => void} announce */
export function followGame(state, board, announce) {
  /** @type {GameState['game']} */ let before = null;
  state.follow(['flipped', 'coordinates', 'planned'], ({ flipped, coordinates, planned }) => { board.update({ flipped, coordinates, planned }); });
  state.follow(['game', 'viewed', 'sides', 'consulting'], now => {
    const { game, viewed, planned } = now;
    if (!game) { before = null; return; } // another game is on its way
    const played = playedMove(before, game), { last } = game;
    if (!before) {
      board.update({ layout: game.board });
      performance.mark('board');
    }
    const said = played ? announceMove(before, game) : '';
    before = game;
    if (played) {
      const turn = !game.view.end && isOwnTurn(now) && !isShared(now) ? t('your-move') : '';
      announce([said, turn].filter(Boolean).join('. '));
    }
    if (viewed !== null) return;
    const { view } = game;
    // An irregularity or an arbiter's decision changes the board without a move along squares.
    board.arrive(played && last?.path.length ? last : null, {
      pieces: piecesOf(view.fen), hint: [], last: last?.path ?? [], taken: last?.captures ?? [],
      legal: isOwn(now, view.turn) || now.consult?.turn ? view.legal : [], mover: moverOf(now), planned,
    });
  });
}
