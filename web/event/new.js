// The form of a new event.
import { call } from '../api.js';
import { byId, make } from '../dom.js';
import { textOf } from './files.js';

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
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-double]'))) part.hidden = field('system').value !== 'round-robin' || atOnce() > 0;
  // A drawn game that favours a player is counted where a pairing has one game.
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (form.querySelectorAll('option[data-single]'))) {
    option.hidden = option.disabled = field('games').value !== '1' || isArena();
    if (option.disabled && option.selected) field('scoring').value = '2 1 0';
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-teams]'))) part.hidden = !mayPairTeams();
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-arena]'))) part.hidden = !isArena();
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-by-rounds]'))) part.hidden = isArena();
  const mode = isArena() ? 'round' : field('mode').value, isRoundRobin = field('system').value === 'round-robin';
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-mode]')))
    part.hidden = !(part.dataset.mode ?? '').split(' ').includes(mode) || (part.dataset.roundRobin !== undefined && !isRoundRobin);
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-one-by-one]'))) part.hidden = isArena() || isRoundRobin;
  byId('online-terms').hidden = !isArena() && !field('online').checked;
}

/** An arena has no rounds, and is always played online. */
const isArena = () => field('system').value === 'arena';

/** Teams are paired by the Swiss system or in a round robin. */
const mayPairTeams = () => ['dutch', 'round-robin'].includes(field('system').value);

/** In how many cycles all rounds of a round robin are played at once; 0 if they follow each other. */
const atOnce = () => (field('online').checked && field('mode').value !== 'round' && field('system').value === 'round-robin' ? Number(field('at-once').value) : 0);

/** What an online event adds. */
function online() {
  if (!isArena() && !field('online').checked) return null;
  const at = field('starts-at').value, start = at === '' ? null : new Date(at).getTime();
  const mode = isArena() ? 'round' : field('mode').value;
  if (mode === 'correspondence') {
    const per = /** @type {'move' | 'game'} */ (field('days-per').value);
    const correspondence = { days: Number(field('days').value), per, vacation: Number(field('vacation').value), 'forfeit-without-move': field('forfeit-without-move').checked };
    return { 'starts-at': start, rated: field('rated').checked, correspondence };
  }
  return { minutes: Number(field('minutes').value), increment: Number(field('increment').value),
    'no-show': Number(field('no-show').value), 'starts-at': start, rated: field('rated').checked,
    ...(mode === 'dates' ? { 'window-days': Number(field('window-days').value) } : {}),
    ...(isArena() ? { 'arena-minutes': Number(field('arena-minutes').value) } : {}) };
}

/** The tie-breaks that are usual for the chosen system. */
function suggestTieBreaks() {
  field('games').value = field('system').value === 'double' ? '2' : '1';
  const own = field('tie-breaks'), system = field('system').value;
  const usual = { rotation: own.dataset.rotation, 'round-robin': own.dataset.roundRobin, arena: own.dataset.arenaUsual };
  own.value = usual[/** @type {keyof typeof usual} */ (system)] ?? own.dataset.usual ?? '';
  if (isArena()) { field('minutes').value = '3'; field('increment').value = '2'; field('no-show').value = '30'; }
}

/** @param {string} text */
const words = text => text.split(/[\s,;]+/).filter(word => word !== '');

/** What results are worth: `win draw loss`, and drawn games that favour a player as `favoured:other`. */
function scoring() {
  const [win, draw, loss, ...drawn] = field('scoring').value.split(' '), games = field('games').value;
  const edges = drawn.map(worth => worth.split(':')).map(([favoured, other]) => ({ favoured, other }));
  // A drawn match of a knockout is decided by further games.
  if (field('system').value === 'knockout' && games === '1' && edges.length === 0) edges.push({ favoured: win, other: loss });
  // Everybody rests in turn in a round robin, and scores nothing then.
  // The bye of a Double-Swiss is one win and a half.
  const wins = games !== '2' ? 1 : field('system').value === 'double' ? 1.5 : 2;
  const bye = field('system').value === 'round-robin' ? '0' : String(wins * Number(win));
  return { win, draw, loss, bye, ...(edges.length > 0 ? { edges } : {}),
    ...(games === 'whole' ? { matches: /** @type {const} */ ('whole') } : {}) };
}

function charter() {
  const games = field('games').value === '1' ? 1 : 2;
  const openings = field('deck').value === '' ? null
    : { deck: field('deck').value, seed: field('seed').value, scope: field('scope').value, barred: words(field('barred').value).map(Number) };
  return {
    version: 1, name: field('name').value, place: field('place').value, pace: isArena() ? `${field('minutes').value} min + ${field('increment').value} s` : field('pace').value, variant: field('variant').value,
    system: field('system').value, rounds: isArena() || field('system').value === 'round-robin' ? 1 : Number(field('rounds').value), scoring: scoring(), games,
    'tie-breaks': words(field('tie-breaks').value), 'first-colour': field('first-colour').value || (form.dataset.lot === '0' ? 'white' : 'black'), openings, online: online(),
    ...(mayPairTeams() && field('team-boards').value !== '' ? { 'team-boards': Number(field('team-boards').value) } : {}),
    ...(atOnce() > 0 ? { 'at-once': atOnce() } : field('system').value === 'round-robin' ? { cycles: Number(field('cycles').value) } : {}),
    ...(field('last-rounds').checked && field('system').value === 'round-robin' ? { 'last-rounds': /** @type {const} */ ('exchanged') } : {}),
    ...(field('baku').checked && field('system').value === 'dutch' ? { acceleration: /** @type {const} */ ('baku') } : {}),
  };
}

form.addEventListener('change', happened => {
  adapt();
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
  const data = new FormData(/** @type {HTMLFormElement} */ (happened.target)), file = data.get('file');
  if (!(file instanceof File)) return;
  const trf = await textOf(file), named = /^012 +(.*\S)/m.exec(trf)?.[1].slice(0, 80);
  const body = { name: named ?? file.name.replace(/\.\w+$/, ''), variant: String(data.get('variant')), organiser: String(data.get('organiser')), trf };
  const answered = await call('POST /api/events/trf', { body });
  if (answered.ok && answered.answer.warnings.length > 0) {
    // What was not understood is read before the event is opened.
    byId('import-list').replaceChildren(...answered.answer.warnings.map(text => make('li', {}, text)));
    /** @type {HTMLAnchorElement} */ (byId('import-open')).href = `/event/${answered.answer.id}`;
    byId('import-warnings').hidden = false;
  } else if (answered.ok) location.href = `/event/${answered.answer.id}`;
  byId('import-problem').textContent = answered.ok ? '' : answered.problem.text;
});
adapt();
suggestTieBreaks();
