// The buttons under the board: what one may do now.
import { keyButton, make, replaceKeepingFocus } from '../dom.js';
import { t } from '../texts.js';
import { isOwn, isRemote, other } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('./actions.js').GameActions} GameActions */
/** @typedef {import('api').Side} Side */

/** @param {HTMLElement} place @param {GameState} state @param {GameActions} actions */
export function renderButtons(place, state, actions) {
  const { game, sides, id, resigning } = state;
  if (!game) return;
  const side = isOwn(state, game.view.turn) ? game.view.turn : other(game.view.turn);
  if (resigning && !game.view.end) return place.replaceChildren(...resignQuestion(side, actions));
  const parts = !sides.length ? watching(Boolean(game.view.end), id)
    : game.view.end ? afterwards(state, actions)
      : game.table ? [] : during(state, side, actions);
  replaceKeepingFocus(place, [...parts,
    keyButton('flip', () => { actions.state.update({ flipped: !actions.state.current.flipped }); }),
    keyButton('download-pdn', () => { location.href = `/api/games/${id}/pdn`; })]);
}

/** @param {string} id */
const studyButton = id => keyButton('study-game', () => { location.href = `/game/${id}/study`; });

/** @param {boolean} ended @param {string} id */
const watching = (ended, id) => [make('p', {}, t('you-watch')), ...(ended ? [studyButton(id)] : [])];

/** @param {GameState} state @param {GameActions} actions */
function afterwards(state, actions) {
  const { sides, rematchBy, id } = state, isOffered = rematchBy !== null && !sides.includes(rematchBy);
  const key = !isRemote(state, other(sides[0])) ? 'rematch' : isOffered ? 'accept-rematch' : 'offer-rematch';
  const again = rematchBy === null || isOffered ? [keyButton(key, () => { actions.rematch(); }, 'primary')] : [];
  return [...again, studyButton(id), keyButton('new-game', () => { location.href = '/'; })];
}

/** @param {GameState} state @param {Side} side @param {GameActions} actions */
function during(state, side, actions) {
  const { view } = /** @type {import('api').Game} */ (state.game);
  /** @typedef {'accept-draw' | 'decline-draw' | 'accept-takeback' | 'decline-takeback' | 'claim-draw' | 'offer-draw'} Plain */
  const ask = /** @param {Plain} name @param {Side} by @param {string} [kind] */ (name, by, kind) =>
    keyButton(name, () => { actions.send({ by, ask: name }); }, kind);
  const asked = /** @param {Side | null | undefined} by */ by => (by && isOwn(state, other(by)) ? other(by) : null);
  const [drawOf, takebackOf] = [asked(view.offer), asked(view.takeback)];
  // Against a person elsewhere one asks for it at any time; else when it is one's turn.
  const isAsked = isRemote(state, other(side)), made = view.moves.filter(move => typeof move.at === 'number');
  const mayTakeBack = !view.takeback && (isAsked ? made.some(move => move.by === side) : isOwn(state, view.turn) && made.length > 0);
  return [
    ...(drawOf ? [ask('accept-draw', drawOf, 'primary'), ask('decline-draw', drawOf)] : []),
    ...(takebackOf ? [ask('accept-takeback', takebackOf, 'primary'), ask('decline-takeback', takebackOf)] : []),
    ...(view.claims.length ? [ask('claim-draw', side, 'primary')] : []),
    ...(view.offer ? [] : [ask('offer-draw', side)]),
    ...(view.counts.length ? [] : [keyButton('ask-count', () => { actions.send({ by: side, ask: 'count', limit: null }); })]),
    ...(mayTakeBack ? [keyButton(isAsked ? 'ask-takeback' : 'takeback', () => { actions.takeBack(side); })] : []),
    keyButton('resign', () => { actions.state.update({ resigning: true }); }),
  ];
}

/** The safe answer comes first and has the focus, so that pressing Enter twice does not resign. @param {Side} side @param {GameActions} actions */
function resignQuestion(side, actions) {
  const cancel = keyButton('cancel', () => { actions.state.update({ resigning: false }); });
  queueMicrotask(() => { cancel.focus(); });
  return [make('p', {}, t('resign-sure')), cancel, keyButton('yes-resign', () => { actions.send({ by: side, ask: 'resign' }); }, 'primary')];
}
