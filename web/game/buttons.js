// The buttons under the board: what one may do now.
import { keyButton, make, replaceKeepingFocus } from '../dom.js';
import { t } from '../texts.js';
import { isHelped } from './hints.js';
import { isOwn, isRemote, isWatching, other } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('./actions.js').GameActions} GameActions */
/** @typedef {import('api').Side} Side */

/** The signs of the icon row. @type {Record<string, string>} */
const ICONS = { 'offer-draw': '½', 'ask-count': '№', takeback: '↶', 'ask-takeback': '↶', flip: '⇅', 'download-pdn': '⤓', resign: '⚑', abort: '✕', hint: '?', 'claim-draw': '=' };

/** What stands below an icon where the whole text is too long; the text has it in it. @type {Record<string, string>} */
const SHORT = { 'download-pdn': 'PDN' };

/** A button of the icon row; one that is of no use now stays in its place, disabled. @param {string} key @param {() => void} act @param {boolean} [isUsable] */
function iconButton(key, act, isUsable = true) {
  const element = keyButton(key, act, 'icon');
  element.dataset.icon = ICONS[key];
  if (key in SHORT) {
    element.textContent = SHORT[key];
    element.title = t(key);
    element.setAttribute('aria-label', t(key));
  }
  element.toggleAttribute('disabled', !isUsable);
  return element;
}

/** @param {HTMLElement} place @param {GameState} state @param {GameActions} actions */
export function renderButtons(place, state, actions) {
  const { game, sides, id, resigning } = state;
  if (!game) return;
  const side = isOwn(state, game.view.turn) ? game.view.turn : other(game.view.turn);
  place.classList.toggle('asking', resigning && !game.view.end);
  if (resigning && !game.view.end) return place.replaceChildren(...resignQuestion(side, actions));
  const isPlayed = sides.length > 0 && !game.view.end && !game.table;
  const parts = isWatching(state) ? watching(Boolean(game.view.end), id) : !game.view.end ? [] : sides.length ? afterwards(state, actions) : [studyButton(id)];
  replaceKeepingFocus(place, [...parts,
    make('div', { class: 'icons', role: 'group', 'aria-label': t('game-actions') },
      ...(isPlayed ? during(state, side, actions) : []),
      ...(game.concealed ? [] : ofBoard(id, actions)),
      ...(isPlayed ? [lastResort(state, side, actions)] : []))]);
}

/** What whoever sees the board can do with it. @param {string} id @param {GameActions} actions */
function ofBoard(id, actions) {
  return [iconButton('flip', () => { actions.state.update({ flipped: !actions.state.current.flipped }); }),
    iconButton('download-pdn', () => { make('a', { href: `/api/games/${id}/pdn`, download: '' }).click(); })];
}

/** Before both have moved a game with somebody else is aborted; later one resigns. @param {GameState} state @param {Side} side @param {GameActions} actions */
function lastResort(state, side, actions) {
  if (state.game?.view.abortable && isRemote(state, other(side))) return iconButton('abort', () => { actions.send({ by: side, ask: 'abort' }); });
  return iconButton('resign', () => { actions.state.update({ resigning: true }); });
}

/** The answers to an offer, beside what is said of it. @param {HTMLElement} place @param {GameState} state @param {GameActions} actions */
export function renderOffers(place, state, actions) {
  const { view } = state.game ?? {};
  const asked = /** @param {Side | null | undefined} by */ by => (view && !view.end && by && isOwn(state, other(by)) ? other(by) : null);
  const [drawOf, takebackOf] = [asked(view?.offer), asked(view?.takeback)];
  const answer = /** @param {'accept-draw' | 'decline-draw' | 'accept-takeback' | 'decline-takeback'} name @param {Side} by @param {string} [kind] */ (name, by, kind) =>
    keyButton(name, () => { actions.send({ by, ask: name }); }, kind);
  replaceKeepingFocus(place, [
    ...(drawOf ? [answer('accept-draw', drawOf, 'primary'), answer('decline-draw', drawOf)] : []),
    ...(takebackOf ? [answer('accept-takeback', takebackOf, 'primary'), answer('decline-takeback', takebackOf)] : []),
  ]);
}

/** A study is looked at from one's own side. @param {string} id @param {Side[]} [sides] */
const studyButton = (id, sides = []) => keyButton('study-game', () => { location.href = `/game/${id}/study${sides.length === 1 ? `?side=${sides[0]}` : ''}`; });

/** @param {boolean} ended @param {string} id */
const watching = (ended, id) => [make('p', {}, t('you-watch')), ...(ended ? [studyButton(id)] : [])];

/** @param {GameState} state @param {GameActions} actions */
function afterwards(state, actions) {
  const { sides, rematchBy, id } = state, isOffered = rematchBy !== null && !sides.includes(rematchBy);
  const key = !isRemote(state, other(sides[0])) ? 'rematch' : isOffered ? 'accept-rematch' : 'offer-rematch';
  const isSingle = !state.game?.simultaneous, again = isSingle && (rematchBy === null || isOffered) ? [keyButton(key, () => { actions.rematch(); }, 'primary')] : [];
  return [...again, keyButton('review', () => { location.href = `/game/${id}/study?review${sides.length === 1 ? `&side=${sides[0]}` : ''}`; }), studyButton(id, sides), keyButton('new-game', () => { location.href = '/'; })];
}

/** @param {GameState} state @param {Side} side @param {GameActions} actions */
function during(state, side, actions) {
  const { view, countable, takebacks } = /** @type {import('api').Game} */ (state.game);
  // Against a person elsewhere one asks for it at any time; else when it is one's turn.
  const isAsked = isRemote(state, other(side)), made = view.moves.filter(move => typeof move.at === 'number');
  const mayTakeBack = !view.takeback && (isAsked ? made.some(move => move.by === side) : isOwn(state, view.turn) && made.length > 0);
  return [
    ...(view.claims.length ? [iconButton('claim-draw', () => { actions.send({ by: side, ask: 'claim-draw' }); })]
      : [iconButton('offer-draw', () => { actions.send({ by: side, ask: 'offer-draw' }); }, !view.offer)]),
    ...(takebacks ? [iconButton(isAsked ? 'ask-takeback' : 'takeback', () => { actions.takeBack(side); }, mayTakeBack)] : []),
    ...(isHelped(state) ? [iconButton('hint', () => { actions.showHint(); }, isOwn(state, view.turn))] : []),
    ...(countable ? [iconButton('ask-count', () => { actions.send({ by: side, ask: 'count', limit: null }); }, !view.counts.length)] : []),
  ];
}

/** Gives up resigning: the focus is back on the button that asked. @param {GameActions} actions */
export function keepPlaying({ state }) {
  state.update({ resigning: false });
  queueMicrotask(() => { /** @type {HTMLElement | null} */ (document.querySelector('#acts [data-key=resign]'))?.focus(); });
}

/** The safe answer comes first and has the focus, so that pressing Enter twice does not resign. @param {Side} side @param {GameActions} actions */
function resignQuestion(side, actions) {
  const cancel = keyButton('cancel', () => { keepPlaying(actions); });
  queueMicrotask(() => { cancel.focus(); });
  return [make('p', {}, t('resign-sure')), make('span', { class: 'sure' }, cancel, keyButton('yes-resign', () => { actions.send({ by: side, ask: 'resign' }); }, 'primary'))];
}
