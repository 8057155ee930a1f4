// What there is to say when the game has changed.
import { t } from '../texts.js';
import { isOwn, other } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('./model.js').Ruling} Ruling */
/** @typedef {import('api').Game} Game */

/** The move that leads from one state of a game to the next, if it is one move. @param {Game | null} before @param {Game} next */
export function playedMove(before, next) {
  const isNext = before && next.view.moves.length === before.view.moves.length + 1;
  return isNext ? next.view.moves[next.view.moves.length - 1] : null;
}

/** Whether the engine has just declined a draw. @param {GameState} state */
export const isDeclined = ({ drawOffered, game }) => drawOffered && !game?.view.offer && !game?.view.end;

/** What is said of a new state of the game; undefined leaves what was said before. @param {GameState} state @returns {Ruling | undefined} */
export function rulingFor(state) {
  const { game } = state;
  if (!game) return undefined;
  const { view } = game;
  if (view.end) return endRuling(state, game);
  if (view.offer && isOwn(state, other(view.offer))) return { text: t('draw-offered', { side: t(view.offer) }) };
  if (view.takeback && isOwn(state, other(view.takeback))) return { text: t('takeback-asked', { side: t(view.takeback) }) };
  return isDeclined(state) ? { text: t('draw-declined') } : undefined;
}

/** @param {GameState} state @param {Game} game @returns {Ruling} */
function endRuling(state, { view, winner }) {
  const [white, black] = [isOwn(state, 'white'), isOwn(state, 'black')];
  const result = view.end?.result ?? '*', alone = white !== black && result !== '*';
  const title = !alone ? 'game-over' : !winner ? 'result-draw' : isOwn(state, winner) ? 'result-win' : 'result-loss';
  return { title: `${t(title)} · ${result}`, text: view.end?.text, article: view.end?.article };
}
