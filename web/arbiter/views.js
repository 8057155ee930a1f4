// The arbiter's cards: the irregularity that waits for a decision, the rulings so far, and the signed record.
import { keyButton, make, replaceKeepingFocus } from '../dom.js';
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
    ...(pending.article ? [make('a', { href: articlePage(pending.article) }, pending.article)] : []),
    make('p', {}, t('opponent-decides', { side: t(`side-${by}`) })),
    make('div', { class: 'acts' },
      keyButton('correct', () => { send({ by, ask: 'correct', fen: null }); }, 'primary'), keyButton('keep', () => { send({ by, ask: 'keep' }); })));
}

/**
 * The bar that is always there: the clocks, the last entry, an irregularity.
 * @param {HTMLElement} bar @param {GameState} state @param {import('./groups.js').Send} send @param {() => void} report opens the board to be set
 */
export function renderBar(bar, { game }, send, report) {
  const view = game?.view;
  if (!view) return;
  const goesOn = !view.end;
  replaceKeepingFocus(bar, [
    ...(goesOn ? clockButton(view, send) : []),
    ...(view.undoable ? [sureButton('undo-entry', () => { send({ by: 'arbiter', ask: 'undo' }); })] : []),
    ...(goesOn ? [keyButton('report-irregularity', report)] : []),
    make('span', { role: 'status', class: 'standing' }, goesOn && view.paused ? t('clocks-stopped') : ''),
  ]);
}

/** What starts, stops or restarts the game's time. @param {import('api').View} view @param {import('./groups.js').Send} send */
function clockButton(view, send) {
  const isTimed = view.clocks.some(Boolean);
  if (!view.started) return [keyButton(isTimed ? 'start-clocks' : 'start-game', () => { send({ by: 'arbiter', ask: 'start' }); }, 'primary')];
  if (!isTimed) return [];
  return view.paused ? [keyButton('resume', () => { send({ by: 'arbiter', ask: 'resume' }); }, 'primary')]
    : [keyButton('pause', () => { send({ by: 'arbiter', ask: 'pause' }); })];
}

/** Either player may claim. */
const sides = /** @type {const} */ (['white', 'black']);

/** A draw that is due or may be claimed, and who may declare it. @param {HTMLElement} card @param {GameState} state @param {import('./groups.js').Send} send */
export function renderClaims(card, { game }, send) {
  const view = game?.view, claims = view && !view.end ? view.claims : [];
  card.hidden = !claims.length;
  card.replaceChildren(...(view ? claims.map(claim => make('p', {}, `${claim.text} `, make('a', { href: articlePage(claim.article) }, claim.article))) : []),
    ...(view && claims.length ? [make('div', { class: 'acts' },
      ...sides.map(by =>
        sureButton('claim-draw', () => { send({ by, ask: 'claim-draw' }); }, `${t('claim-draw')}: ${t(by)}`)),
      ...(claims.some(claim => claim.by.includes('arbiter')) ? [sureButton('declare-draw', () => { send({ by: 'arbiter', ask: 'declare-draw' }); })] : []))] : []));
}

const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** @param {HTMLElement} list @param {GameState} state */
export function renderRulings(list, { rulings }) {
  const entries = rulings.map(ruling => make('li', {}, make('time', {}, time.format(new Date(ruling.at))), ' ',
    ...(ruling.withdrawn ? [make('s', {}, ruling.text), ` (${t('withdrawn-entry')})`] : [ruling.text]), ' ',
    ...(ruling.article ? [make('a', { href: articlePage(ruling.article) }, ruling.article)] : [])));
  list.replaceChildren(...(entries.length ? entries.reverse() : [make('li', { class: 'none' }, t('no-rulings'))]));
}

/** The names and the signature that the record gets. @param {string} id @param {(string | null | undefined)[]} names White's and Black's */
export function recordForm(id, [white, black]) {
  const text = /** @param {string} name @param {string} key @param {string | null} [value] */ (name, key, value) => field(key, { name, autocomplete: 'off', value: value ?? '' });
  const form = make('form', { method: 'get', action: `/api/games/${id}/record`, class: 'fields' },
    text('event', 'event-name'), text('white', 'white-player', white), text('black', 'black-player', black), text('arbiter', 'arbiter-name'),
    make('input', { type: 'hidden', name: 'date', value: new Date().toISOString().slice(0, 10).replaceAll('-', '.') }),
    make('button', {}, t('sign-off')), make('button', { name: 'format', value: 'page', formtarget: '_blank' }, t('print-record')));
  return make('details', { class: 'card', id: 'signed' }, make('summary', {}, t('signed-record')), form);
}
