// The lobby: open seeks as they come and go, one's own, and invitations by link.
import { call } from './api.js';
import { Connection } from './connection.js';
import { copyField } from './copy.js';
import { button, byId, fieldById, make } from './dom.js';
import { complainAbout } from './field-problem.js';
import { showLink } from './link.js';
import { clockTerms, consultationOf, followChoices, oddsOf, ratedOf, seekBlindfold, seekTerms } from './lobby/terms.js';
import { notify } from './notify.js';
import { ownName } from './own-name.js';
import { setting } from './settings.js';
import { createState } from './state.js';
import { t } from './texts.js';

/** @typedef {import('api').OpenSeek} OpenSeek */
/** @typedef {{ own: string | null, terms: OpenSeek | null, seeks: OpenSeek[], problem: string }} LobbyState */

/** Milliseconds between two looks at one's own seek, in case a message was lost. */
const CHECK = 15_000;
/** Looks at the list without one's own seek before it counts as gone. */
const MOST_MISSED = 3;

/** The page of an invitation has its terms; the lobby has the list. */
const invitation = document.getElementById('invitation');
/** @type {LobbyState} */
const initial = { own: invitation?.dataset.own === 'true' ? invitation.dataset.id ?? null : null, terms: null, seeks: [], problem: '' };
const state = createState(initial);
/** @type {Connection | null} */ let connection = null;

/** @param {string} id @param {string} name @param {(event: Event) => void} act */
const on = (id, name, act) => { document.getElementById(id)?.addEventListener(name, act); };

// Actions.

/** @param {string} id */
async function accept(id) {
  const asked = await call('POST /api/seeks/{id}/accept', { path: { id }, body: { name: ownName() } });
  if (asked.ok) location.href = `/game/${asked.answer.game}?side=${asked.answer.side}`;
  else state.update({ problem: asked.problem.text });
}

/** @param {FormData} data @param {'open' | 'link' | 'challenge'} kind who may accept it */
async function seek(data, kind) {
  const get = /** @param {string} name */ name => String(data.get(name) ?? '');
  const colour = /** @type {'white' | 'black' | ''} */ (get('colour'));
  const odds = oddsOf(data);
  const terms = { variant: get('variant'), colour: colour || null, open: kind === 'open', ...(odds ? { odds } : {}), blindfold: seekBlindfold(data), ...clockTerms(data), ...consultationOf(data), ...ratedOf(data) };
  const asked = kind === 'challenge' ? await call('POST /api/challenges', { body: { ...terms, to: get('to') } })
    : await call('POST /api/seeks', { body: { ...terms, name: ownName() } });
  if (!asked.ok) {
    const { about, text } = asked.problem, form = /** @type {HTMLFormElement} */ (byId('seek'));
    return state.update({ problem: about && complainAbout(form, about, text) ? '' : text });
  }
  if (kind !== 'open') {
    location.href = `/seek/${asked.answer.id}`;
    return;
  }
  state.update({ own: asked.answer.id, terms: asked.answer, problem: '' });
  byId('waiting').scrollIntoView({ block: 'nearest' });
  byId('waiting').focus({ preventScroll: true }); // the button that was pressed is gone
  connect(); // again: the cookie by which the server knows us may be new
}

async function withdraw() {
  const { own } = state.current;
  if (!own) return;
  const asked = await call('DELETE /api/seeks/{id}', { path: { id: own } });
  if (!asked.ok) return state.update({ problem: asked.problem.text });
  state.update({ own: null, terms: null });
  if (invitation) location.href = '/lobby';
  else /** @type {HTMLElement | null} */ (document.querySelector('#seek button[name=open]'))?.focus();
}

/** How many looks in a row have not found one's own open seek in the list. */
let missed = 0;

/** Looks whether one's own seek was taken up while we were away, or is gone: unknown to the server, or not seen by others any more. */
async function check() {
  const { own, terms } = state.current;
  if (!own) return;
  const asked = await call('GET /api/seeks/{id}', { path: { id: own } });
  if (asked.ok && asked.answer.game) { location.href = `/game/${asked.answer.game}`; return; }
  missed = terms?.open && asked.ok && !state.current.seeks.some(({ id }) => id === own) ? missed + 1 : 0;
  if (missed < MOST_MISSED && (asked.ok || asked.status !== 404)) return;
  if (asked.ok) void call('DELETE /api/seeks/{id}', { path: { id: own } });
  if (state.current.own === own) state.update({ own: null, terms: null, problem: t('seek-gone') });
}

/** Follows the lobby. It is told of one's own seek each time: after a restart, or a long absence, it is listed again. */
function connect() {
  const { own } = state.current;
  connection?.close();
  connection = new Connection(null, {
    seeks: ({ seeks }) => { state.update({ seeks }); },
    'seeks-changed': ({ opened, closed }) => {
      const changed = new Set([...closed, ...opened.map(({ id }) => id)]);
      state.update({ seeks: [...state.current.seeks.filter(({ id }) => !changed.has(id)), ...opened] });
    },
    matched: ({ seek: id, game }) => { if (id === state.current.own) { notify(t('matched')); location.href = `/game/${game}`; } },
    up: () => { showLink('up'); check(); },
    down: () => { showLink('down'); },
  }, { type: 'lobby', ...(own ? { seek: own } : {}) });
}

// Views.

/** @param {OpenSeek} offer */
function seekItem(offer) {
  const { rating, profile } = offer, name = offer.name ?? t('guest'), rated = rating ? ` (${rating.rating}${rating.provisional ? '?' : ''})` : '', who = name + rated;
  const what = seekTerms(offer);
  const play = button(t('play'), () => { accept(offer.id); }, 'primary');
  play.setAttribute('aria-label', `${t('play')}: ${who}, ${what}`);
  return make('li', {}, make('span', { class: 'who' }, profile ? make('a', { href: `/player/${encodeURIComponent(name)}` }, name) : name, rated), make('span', { class: 'what' }, what), play);
}

/** Fills the board to try moves on while one waits, if the page has it. @param {string} variant */
async function showTryBoard(variant) {
  const board = document.getElementById('try');
  if (board) (await import('./try-board.js')).tryBoard(board, { variant, coordinates: setting('coordinates') });
}

/** Shows or hides a part that not every page has. @param {string} id @param {boolean} isShown */
function toggle(id, isShown) {
  const part = document.getElementById(id);
  if (part) part.hidden = !isShown;
}

state.follow(['seeks', 'own'], ({ seeks, own }) => {
  const others = seeks.filter(offer => offer.id !== own);
  document.getElementById('seeks')?.replaceChildren(...others.map(seekItem));
  toggle('none', !others.length && !own); // nobody who waits needs the advice to wait
  toggle('open', others.length > 0 || !own);
});
state.follow(['own'], ({ own }) => {
  toggle('waiting', own !== null);
  toggle('seek', own === null);
  toggle('link', own !== null);
  if (own && document.getElementById('link-text')) {
    fieldById('link-text').value = new URL(invitation?.dataset.link ?? `/seek/${own}`, location.origin).href;
  }
});
state.follow(['terms'], ({ terms }) => {
  const place = document.getElementById('try-place');
  if (!place) return;
  place.hidden = !terms;
  place.querySelector('damiera-board')?.remove();
  if (!terms) return;
  byId('own-terms').textContent = seekTerms(terms, 'seeker');
  place.append(make('damiera-board', { id: 'try' }));
  showTryBoard(terms.variant);
});
state.follow(['problem'], ({ problem }) => { byId('problem').textContent = problem; });

// Events.

on('seek', 'submit', async event => {
  event.preventDefault();
  const { submitter, target } = /** @type {SubmitEvent} */ (event);
  const data = new FormData(/** @type {HTMLFormElement} */ (target)), pressed = /** @type {HTMLButtonElement | null} */ (submitter);
  if (pressed) pressed.disabled = true; // the answer may take a moment
  await seek(data, pressed?.value === 'challenge' ? 'challenge' : pressed?.value === 'yes' ? 'open' : 'link');
  if (!pressed) return;
  pressed.disabled = false;
  if (document.activeElement === document.body) pressed.focus();
});
const form = document.getElementById('seek');
if (form instanceof HTMLFormElement) followChoices(form);
on('withdraw', 'click', withdraw);
on('copy', 'click', () => { void copyField(fieldById('link-text'), byId('copy')); });
on('accept', 'submit', event => {
  event.preventDefault();
  if (invitation?.dataset.id) accept(invitation.dataset.id);
});

if (invitation) showTryBoard(document.getElementById('try')?.dataset.variant ?? '');

const asked = new URLSearchParams(location.search);
if (asked.has('to') && document.getElementById('to')) fieldById('to').value = asked.get('to') ?? '';
const wanted = document.querySelector(`#seek [name=variant][value="${CSS.escape(asked.get('variant') ?? '')}"]`);
if (wanted instanceof HTMLInputElement) {
  wanted.checked = true;
  wanted.dispatchEvent(new Event('change', { bubbles: true }));
}
if (asked.has('declined')) state.update({ problem: t('challenge-declined') });

if (!invitation || state.current.own) connect();
setInterval(check, CHECK);
