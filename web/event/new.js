// The form of a new event.
import { call } from '../api.js';
import { byId } from '../dom.js';

const form = /** @type {HTMLFormElement} */ (byId('new-event'));

/** @param {string} name */
const field = name => /** @type {HTMLInputElement & HTMLSelectElement} */ (form.elements.namedItem(name));

/** Shows the decks of the chosen game, and what belongs to a draw. */
function adapt() {
  const game = field('variant').value;
  for (const option of field('deck').options) {
    option.hidden = option.disabled = option.dataset.game !== undefined && option.dataset.game !== game;
    if (option.disabled && option.selected) field('deck').value = '';
  }
  const drawn = field('deck').value !== '';
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-drawn]'))) part.hidden = !drawn;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-swiss]'))) part.hidden = field('system').value !== 'dutch';
}

/** What an online event adds. */
function online() {
  if (!field('online').checked) return null;
  const at = field('starts-at').value;
  return { minutes: Number(field('minutes').value), increment: Number(field('increment').value),
    'no-show': Number(field('no-show').value), 'starts-at': at === '' ? null : new Date(at).getTime() };
}

/** The tie-breaks that are usual for the chosen system. */
function suggestTieBreaks() {
  field('games').value = field('system').value === 'double' ? '2' : '1';
  const own = field('tie-breaks'), system = field('system').value;
  own.value = (system === 'rotation' ? own.dataset.rotation : system === 'round-robin' ? own.dataset.roundRobin : own.dataset.usual) ?? '';
}

/** @param {string} text */
const words = text => text.split(/[\s,;]+/).filter(word => word !== '');

function charter() {
  const [win, draw, loss] = field('scoring').value.split(' '), games = Number(field('games').value);
  const openings = field('deck').value === '' ? null
    : { deck: field('deck').value, seed: field('seed').value, scope: field('scope').value, barred: words(field('barred').value).map(Number) };
  return {
    version: 1, name: field('name').value, place: field('place').value, pace: field('pace').value, variant: field('variant').value,
    system: field('system').value, rounds: Number(field('rounds').value), scoring: { win, draw, loss, bye: String(games * Number(win)) }, games,
    'tie-breaks': words(field('tie-breaks').value), 'first-colour': field('first-colour').value || (form.dataset.lot === '0' ? 'white' : 'black'), openings, online: online(),
    ...(field('baku').checked && field('system').value === 'dutch' ? { acceleration: /** @type {const} */ ('baku') } : {}),
  };
}

form.addEventListener('change', happened => {
  adapt();
  byId('online-terms').hidden = !field('online').checked;
  if (/** @type {HTMLElement} */ (happened.target) === field('system')) suggestTieBreaks();
});
form.addEventListener('submit', async happened => {
  happened.preventDefault();
  const answered = await call('POST /api/events', { body: { charter: charter(), organiser: field('organiser').value } });
  if (answered.ok) location.href = `/event/${answered.answer.id}`;
  else byId('problem').textContent = answered.problem.text;
});
byId('import-event').addEventListener('submit', async happened => {
  happened.preventDefault();
  const file = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (happened.target).elements.namedItem('file')).files?.[0];
  if (!file) return;
  const body = { name: field('name').value || file.name.replace(/\.\w+$/, ''), variant: field('variant').value, organiser: field('organiser').value || '—', trf: await file.text() };
  const answered = await call('POST /api/events/trf', { body });
  if (answered.ok) location.href = `/event/${answered.answer.id}`;
  else byId('problem').textContent = answered.problem.text;
});
adapt();
suggestTieBreaks();
