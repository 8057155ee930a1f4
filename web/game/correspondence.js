// What a game by correspondence has besides: vacation, and the list of one's games.
import { daysLeft } from '../clock.js';
import { byId, keyButton, make, replaceKeepingFocus } from '../dom.js';
import { remember } from '../my-turn.js';
import { t } from '../texts.js';
import { isOwn } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('./actions.js').GameActions} GameActions */
/** @typedef {import('api').Side} Side */

/** What is left of a vacation by now. @param {import('api').Vacation} vacation @param {number} now the server's time */
const leftOf = ({ left, since }, now) => Math.max(0, left - (since ? now - since : 0));

/** @param {GameState} state @param {Side} side @param {GameActions} actions */
function vacationPart({ game }, side, actions) {
  const vacation = game?.vacation?.[side === 'white' ? 0 : 1];
  if (!game || !vacation || game.view.end) return [];
  const left = t('corr-vacation-left', { text: daysLeft(leftOf(vacation, game.now)) });
  const ask = vacation.since ? 'end-vacation' : 'start-vacation';
  const act = keyButton(`corr-${ask}`, () => { actions.send({ by: side, ask }); });
  act.toggleAttribute('disabled', !vacation.since && !vacation.left);
  return [make('p', { class: 'vacation' }, make('span', {}, vacation.since ? `${left} · ${t('corr-you-away')}` : left), ' ', act)];
}

/** The way to one's conditional moves, while the opponent is to move. @param {GameState} state @param {Side} side */
function preparePart({ game, id }, side) {
  if (!game || game.view.end || game.view.turn === side || game.sight[side === 'white' ? 0 : 1] === 'blindfold') return [];
  return [make('p', {}, make('a', { class: 'button', href: `/game/${id}/conditional` }, t('conditional-prepare')))];
}

/** @param {import('../state.js').State<GameState>} state @param {import('../board.js').DamieraBoard} board @param {GameActions} actions */
export function followCorrespondence(state, board, actions) {
  remember();
  const panel = byId('corr-panel');
  state.follow(['game', 'sides'], now => {
    const side = ['white', 'black'].map(side => /** @type {Side} */ (side)).find(side => isOwn(now, side));
    panel.hidden = !side;
    if (!side) return;
    replaceKeepingFocus(panel, [...preparePart(now, side), ...vacationPart(now, side, actions), make('p', {}, make('a', { href: `/game/${now.id}/card` }, t('card-open')), ' · ', make('a', { href: '/correspondence' }, t('corr-all')))]);
  });
}
