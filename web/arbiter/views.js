// The arbiter's cards: the irregularity that waits for a decision, the rulings so far, and the signed record.
import { keyButton, make } from '../dom.js';
import { articlePage } from '../ruling.js';
import { locale, t } from '../texts.js';
import { field, sureButton } from './controls.js';

/** @typedef {import('../game/model.js').GameState} GameState */

/** An irregularity that the opponent may have corrected or let stand. @param {HTMLElement} card @param {GameState} state @param {import('./groups.js').Send} send */
export function renderPending(card, { game }, send) {
  const pending = game?.view.end ? null : game?.view.pending;
  card.hidden = !pending;
  if (!pending) return;
  const by = pending.by === 'white' ? 'black' : 'white';
  card.replaceChildren(make('h2', {}, t('pending-title')), make('p', {}, pending.text),
    make('a', { href: pending.article ? articlePage(pending.article) : '/rules' }, pending.article ?? ''),
    make('p', {}, t('opponent-decides', { side: t(by) })),
    make('div', { class: 'acts' },
      keyButton('correct', () => { send({ by, ask: 'correct', fen: null }); }, 'primary'), keyButton('keep', () => { send({ by, ask: 'keep' }); })));
}

/** Starting the game, and withdrawing what was entered last. @param {HTMLElement} place @param {GameState} state @param {import('./groups.js').Send} send */
export function renderEntries(place, { game }, send) {
  const view = game?.view;
  place.replaceChildren(
    ...(view && !view.started && !view.end ? [keyButton('start-clocks', () => { send({ by: 'arbiter', ask: 'start' }); }, 'primary')] : []),
    ...(view?.undoable ? [sureButton(t('undo-entry'), () => { send({ by: 'arbiter', ask: 'undo' }); })] : []));
}

const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** @param {HTMLElement} list @param {GameState} state */
export function renderRulings(list, { rulings }) {
  const entries = rulings.map(ruling => make('li', {}, make('time', {}, time.format(new Date(ruling.at))), ' ', ruling.text, ' ',
    ...(ruling.article ? [make('a', { href: articlePage(ruling.article) }, ruling.article)] : [])));
  list.replaceChildren(...(entries.length ? entries.reverse() : [make('li', { class: 'none' }, t('no-rulings'))]));
}

/** The names and the signature that the record gets. @param {string} id */
export function recordForm(id) {
  const text = /** @param {string} name @param {string} key */ (name, key) => field(key, { name, autocomplete: 'off' });
  const form = make('form', { method: 'get', action: `/api/games/${id}/record`, class: 'fields' },
    text('event', 'event-name'), text('white', 'white-player'), text('black', 'black-player'), text('arbiter', 'arbiter-name'),
    make('input', { type: 'hidden', name: 'date', value: new Date().toISOString().slice(0, 10).replaceAll('-', '.') }),
    make('button', {}, t('sign-off')), make('button', { name: 'format', value: 'page', formtarget: '_blank' }, t('print-record')));
  return make('details', { class: 'card', id: 'signed' }, make('summary', {}, t('signed-record')), form);
}
