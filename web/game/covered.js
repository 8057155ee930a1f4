// Playing without sight of the board: the announced moves, a field for one's own, notes if they are agreed on.
import { byId, make } from '../dom.js';
import { t } from '../texts.js';
import { isOwn, written } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */

/** What is agreed, a sentence each. @param {import('api').BlindfoldTerms} terms */
export function blindfoldTerms(terms) {
  return [
    t(terms['move-list'] === 'all' ? 'blindfold-moves-all' : 'blindfold-moves-last'),
    t(terms.notes === 'allowed' ? 'blindfold-notes-allowed' : 'blindfold-notes-forbidden'),
    terms.tries ? t('blindfold-tries', { made: terms.tries }) : t('blindfold-tries-free'),
  ];
}

/** The tries of each side that plays blindfold, against what was agreed. @param {GameState} state */
function triesMade({ game }) {
  if (!game?.blindfold?.tries) return [];
  return /** @type {const} */ (['white', 'black']).flatMap((side, i) => (game.sight[i] === 'blindfold'
    ? [t('blindfold-tries-made', { side: t(side), made: game['illegal-tries'][i], limit: game.blindfold?.tries ?? 0 })] : []));
}

/** Covers the board, or opens it. @param {GameState} state */
export function renderCovered(state) {
  const { game, sides } = state, card = byId('covered'), form = byId('typed');
  if (!game) return;
  const isCovered = game.concealed;
  byId('game').classList.toggle('is-covered', isCovered);
  card.hidden = !isCovered;
  if (!isCovered) {
    if (card.contains(form)) byId('settings').before(form); // the board is open again
    return;
  }
  const last = game.view.moves.at(-1);
  const text = last ? t('moved', { side: t(last.by ?? 'arbiter'), move: written(state, last.notation) }) : t('blindfold-no-move');
  byId('covered-last').textContent = text;
  byId('covered-turn').textContent = isOwn(state, game.view.turn) ? t('your-move') : t('blindfold-wait');
  byId('covered-terms').replaceChildren(...[...triesMade(state), ...(game.blindfold ? blindfoldTerms(game.blindfold) : [])].map(line => make('li', {}, line)));
  if (sides.length && !card.contains(form)) byId('covered-turn').after(form);
  renderNotes(state);
}

/** A place for notes, kept in this browser alone. @param {GameState} state */
function renderNotes({ id, game, sides }) {
  const place = byId('covered-notes'), field = /** @type {HTMLTextAreaElement} */ (place.querySelector('textarea'));
  place.hidden = !sides.length || game?.blindfold?.notes !== 'allowed';
  if (place.hidden || field.dataset.game === id) return;
  if (field.dataset.game === undefined) field.addEventListener('input', () => { sessionStorage.setItem(`notes-${field.dataset.game}`, field.value); });
  field.dataset.game = id;
  field.value = sessionStorage.getItem(`notes-${id}`) ?? '';
}
