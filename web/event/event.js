// The page of an event: forms become commands.
import { call } from '../api.js';
import { byId, make } from '../dom.js';
import { commandId, send } from './commands.js';
import { textOf } from './files.js';
import { follow, refresh, showArena, showTimes } from './refresh.js';
import { remember } from './refused.js';

/** @typedef {import('./commands.js').TournamentAsk} TournamentAsk */

const event = () => byId('event');
const eventId = () => event().dataset.id ?? '';
/** The commands before the next one. @type {Promise<unknown>} */
let earlier = Promise.resolve();

/** @param {string} text */
function complain(text) {
  const problem = document.getElementById('problem');
  if (!problem) return;
  problem.textContent = text;
  if (text) problem.scrollIntoView({ block: 'nearest' });
}

/** What a form asks: its fields by name, those of data-number as numbers, of data-time as milliseconds since 1970, of data-list as lists of them, of data-optional as null if empty. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function askOf(form, submitter) {
  /** @param {string | undefined} names */ const named = names => (names ?? '').split(' ');
  const numbers = named(form.dataset.number), lists = named(form.dataset.list), optional = named(form.dataset.optional), times = named(form.dataset.time);
  /** @type {Record<string, unknown>} */ const ask = { kind: form.dataset.ask };
  for (const [name, value] of new FormData(form, submitter)) {
    if (lists.includes(name)) ask[name] = String(value).split(/[\s,;]+/).filter(word => word !== '').map(Number);
    else if (times.includes(name)) ask[name] = new Date(String(value)).getTime();
    else if (value === '' && (numbers.includes(name) || optional.includes(name))) ask[name] = null;
    else ask[name] = numbers.includes(name) ? Number(value) : value;
  }
  return /** @type {TournamentAsk} */ (/** @type {unknown} */ (ask));
}

/** @param {TournamentAsk} ask @param {HTMLFormElement} form what asks: data-seen says whether others' newer entries must stop it, data-round the round in view, for what is asked of one of its boards @param {() => void} [done] called before the page shows what was done */
function command(ask, form, done = () => {}) {
  const refused = remember(form), seen = form.dataset.seen !== undefined, round = form.dataset.round === undefined ? undefined : Number(form.dataset.round);
  const sent = { id: commandId(), ...(seen ? { seen: Number(event().dataset.entries) } : {}), ...(round === undefined ? {} : { round }), ask };
  // One after the other: over a bad network an earlier command must not arrive after a later one.
  const carriedOut = earlier.then(async () => {
    complain('');
    const answered = await send(eventId(), sent, () => complain(event().dataset.waiting ?? ''));
    if (answered.ok) done();
    complain('');
    await refresh();
    if (!answered.ok && !refused(answered.problem.text)) complain(answered.problem.text);
    return answered.ok;
  });
  earlier = carriedOut.catch(() => {});
  return carriedOut;
}

/** The pairing that the edit form shows. */
function editedPairing() {
  /** @param {string} css */
  const numbers = css => [...document.querySelectorAll(css)].map(row => [...row.querySelectorAll('input')].map(one => Number(one.value)));
  return { pairs: numbers('#edit-pairing [data-pair]').map(([white, black]) => ({ white, black })), bye: numbers('#edit-pairing [data-bye]').flat() };
}

/** Shows what an edit breaks and what the system pairs. */
async function preview() {
  const place = byId('preview-shown');
  const answered = await call('POST /api/events/{id}/preview', { path: { id: eventId() }, body: editedPairing() });
  if (!answered.ok) {
    place.replaceChildren(make('p', { class: 'problem' }, answered.problem.text));
    return;
  }
  const { breaks, system } = answered.answer;
  const pairs = system.pairs.map(pair => `${pair.white} – ${pair.black}`).concat(system.bye.map(number => `${number}: ${place.dataset.bye}`));
  place.replaceChildren(
    ...(breaks.length === 0 ? [make('p', {}, place.dataset.fine ?? '')]
      : [make('p', {}, place.dataset.breaks ?? ''), make('ul', { class: 'breaks' }, ...breaks.map(text => make('li', {}, text)))]),
    make('p', {}, `${place.dataset.system} ${pairs.join(', ')}`));
}

/** @param {FormData} data */
async function invite(data) {
  const role = String(data.get('role')), name = String(data.get('name'));
  const answered = await call('POST /api/events/{id}/invitations', { path: { id: eventId() }, body: { role, name } });
  const place = byId('invitation');
  if (!answered.ok) place.textContent = answered.problem.text;
  else place.replaceChildren(make('a', { href: answered.answer.link }, new URL(answered.answer.link, location.href).href));
}

document.addEventListener('submit', async happened => {
  const form = /** @type {HTMLFormElement} */ (happened.target);
  if (form.method === 'post') return;
  happened.preventDefault();
  if (form.id === 'invite') return invite(new FormData(form));
  if (form.id === 'edit-pairing') {
    const reason = String(new FormData(form).get('reason'));
    await command({ kind: 'edit-pairing', ...editedPairing(), reason }, form);
    return;
  }
  if (form.id === 'enter-online') {
    const refused = remember(form);
    const answered = await call('POST /api/events/{id}/players', { path: { id: eventId() }, body: { name: String(new FormData(form).get('name')) } });
    await refresh();
    if (!answered.ok && !refused(answered.problem.text)) complain(answered.problem.text);
    return;
  }
  if (!form.dataset.ask) return;
  const { id } = form, folded = /** @type {HTMLDetailsElement | null} */ (form.closest('details.forfeit'));
  const ask = askOf(form, /** @type {SubmitEvent} */ (happened).submitter);
  // What was folded out at a board has served its purpose.
  const ok = await command(ask, form, () => { if (folded) folded.open = false; });
  // The next player is entered without reaching for the mouse.
  if (ok && id === 'enter') /** @type {HTMLElement | null} */ (document.querySelector('#enter [name=name]'))?.focus();
});
// A file that is chosen fills the field beside it, where it can be read before it is sent.
document.addEventListener('change', async happened => {
  const chosen = /** @type {HTMLInputElement} */ (happened.target), file = chosen.files?.[0];
  const field = chosen.form?.elements.namedItem(chosen.dataset?.fills ?? '');
  if (file && field instanceof HTMLTextAreaElement) field.value = await textOf(file);
});
document.addEventListener('click', happened => {
  if (/** @type {HTMLElement} */ (happened.target).id === 'preview') void preview();
});

showTimes();
showArena();
follow();
