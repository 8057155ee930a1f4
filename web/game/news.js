// What there is to say when the game has changed.
import { t } from '../texts.js';
import { isOwn, other } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('./model.js').Ruling} Ruling */
/** @typedef {import('api').Game} Game */
/** @typedef {import('api').Side} Side */

/** The move that leads from one state of a game to the next, if it is one move. @param {Game | null} before @param {Game} next */
export function playedMove(before, next) {
  const last = next.view.moves.at(-1), earlier = before?.view.moves.at(-1);
  // Without sight of the board only the last moves may be listed.
  if (before && next.concealed) return last && (last.at !== earlier?.at || last.notation !== earlier?.notation) ? last : null;
  const isNext = before && next.view.moves.length === before.view.moves.length + 1;
  return isNext ? next.view.moves[next.view.moves.length - 1] : null;
}

/** What is said of a new state of the game; undefined leaves what was said before, null clears it. @param {GameState} state @param {Game | null} before @returns {Ruling | null | undefined} */
export function rulingFor(state, before) {
  const { game } = state;
  if (!game) return undefined;
  if (game.view.end) return endRuling(state, game);
  const tried = triedInVain(state, before);
  if (tried) return tried;
  if (before && !before.view['count-asked'] && game.view['count-asked'] && !game.table) return { text: t('count-runs') };
  const draw = offerRuling(state, 'draw', game.view.offer, before?.view.offer, false);
  const isTakenBack = game.view.moves.length < (before?.view.moves.length ?? 0);
  return draw ?? offerRuling(state, 'takeback', game.view.takeback, before?.view.takeback, isTakenBack) ?? draw;
}

/** What is said of an illegal move that was tried without sight of the board. @param {GameState} state @param {Game | null} before @returns {Ruling | null} */
function triedInVain(state, before) {
  const { game } = state;
  if (!game || !before) return null;
  const i = game['illegal-tries'].findIndex((made, side) => made > before['illegal-tries'][side]);
  if (i < 0) return null;
  const side = i === 0 ? 'white' : 'black', limit = game.blindfold?.tries, made = game['illegal-tries'][i];
  const text = limit ? t('blindfold-tries-made', { side: t(side), made, limit }) : '';
  return isOwn(state, side) ? { title: t('blindfold-illegal'), text, kind: 'refused' } : { title: t('blindfold-illegal-other', { side: t(side) }), text };
}

/**
 * What is said of an offer: to whom it is made, to whoever made it, and what came of it.
 * @param {GameState} state @param {'draw' | 'takeback'} kind @param {Side | null | undefined} now @param {Side | null | undefined} before @param {boolean} isAccepted
 * @returns {Ruling | null | undefined}
 */
function offerRuling(state, kind, now, before, isAccepted) {
  if (now) {
    const isMine = isOwn(state, now) && !isOwn(state, other(now));
    if (isMine) return { text: t(`${kind}-waiting`) };
    return isOwn(state, other(now)) ? { text: t(`${kind}-offered`, { side: t(`side-${now}`) }) } : undefined;
  }
  if (!before) return undefined;
  const wasMine = isOwn(state, before) && !isOwn(state, other(before));
  if (!wasMine) return null;
  return isAccepted ? { text: t('takeback-accepted'), kind: 'right' } : { text: t(kind === 'draw' ? 'draw-declined' : 'takeback-declined') };
}

/** @param {GameState} state @param {Game} game @returns {Ruling} */
function endRuling(state, { view, winner }) {
  const isAlone = isOwn(state, 'white') !== isOwn(state, 'black'), { aborted, result, text, article } = view.end ?? {};
  if (aborted) return { title: t('game-aborted'), text };
  // In words: how PDN writes a result depends on the game, and on who moves first.
  const lost = isAlone && (winner ? !isOwn(state, winner) : result === '0-0'), isDraw = !winner && result !== '*' && result !== '0-0';
  const title = lost ? 'result-loss' : isDraw ? 'result-draw' : !winner ? 'game-over' : isAlone ? 'result-win' : `library-${winner}`;
  return { title: t(title), text, article };
}
