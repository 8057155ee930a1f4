// The form of a new game.
import { byId, fieldById } from './dom.js';
import { complainAbout } from './field-problem.js';
import { describeChoices } from './new/choice-about.js';
import { termsOf } from './new/terms.js';
import { blindfoldOf, renderBlindfold } from './new/blindfold.js';
import { oddsAdvice } from './new/odds-advice.js';
import { createState } from './state.js';
import { inPageLanguage, t } from './texts.js';

/** @typedef {import('./new/terms.js').Choices} Choices */

const form = /** @type {HTMLFormElement} */ (byId('new'));
/** The button that starts the game. */
const play = /** @type {HTMLButtonElement} */ (form.querySelector('button.primary'));
const fields = /** @param {string} name */ name => /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name="${name}"]`));
const chosen = () => /** @type {Choices} */ (Object.fromEntries(new FormData(form)));

/** Brings back what was chosen last time, except what a link asks for. */
function recall() {
  const asked = new URLSearchParams(location.search);
  const kept = JSON.parse(localStorage.getItem('new-game') ?? '{}');
  if (asked.get('profile') === 'table') kept.opponent = 'table';
  if (asked.get('variant')) kept.variant = asked.get('variant');
  for (const [name, value] of Object.entries(kept)) {
    for (const field of fields(name)) {
      if (field.type === 'radio' || field.type === 'checkbox') field.checked = field.value === value;
      else field.value = String(value);
    }
  }
  for (const name of ['variant', 'opponent', 'colour', 'clock', 'ballot']) {
    const choices = [...fields(name)];
    if (!choices.some(choice => choice.checked)) choices[0].checked = true;
  }
}

recall();
const state = createState({ choices: chosen() });

/** The rating of a level in a game. Full strength has none of its own: it is more than that of the level below. @param {string} variant @param {number} level */
function ratingOf(variant, level) {
  const ratings = (byId('level-row').dataset[variant] ?? '').split(' ').filter(Boolean);
  const own = ratings[level - 1], last = ratings.at(-1);
  return own ? t('level-rating', { level: own }) : last ? t('level-rating-more', { level: last }) : '';
}

/** Shows only what matters for what is chosen. @param {{ choices: Choices }} state */
function renderFields({ choices }) {
  const isEngine = choices.opponent === 'engine', isOther = choices.clock === 'other';
  byId('level-row').hidden = !isEngine;
  byId('learn-link').setAttribute('href', `/learn/${choices.variant}`);
  byId('online-link').setAttribute('href', `/lobby?variant=${choices.variant}`);
  /** @type {HTMLOutputElement} */ (byId('level-shown')).value = choices.level;
  byId('level-words').textContent = t(`level-${choices.level}`);
  byId('level-rating').textContent = ratingOf(choices.variant, Number(choices.level));
  byId('colour-row').hidden = !isEngine;
  for (const board of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#start-board > *'))) board.hidden = board.dataset.variant !== choices.variant;
  byId('other-clock').hidden = !isOther;
  byId('time-odds').hidden = choices.clock === 'none' || (isOther && choices.kind === 'per-move');
  byId('odds-given').hidden = !choices['odds-by'];
  byId('odds-advice').textContent = oddsAdvice(choices);
  const tableTerms = /** @type {HTMLFieldSetElement} */ (byId('table-terms'));
  tableTerms.disabled = tableTerms.hidden = choices.opponent !== 'table';
  const blindfold = /** @type {HTMLFieldSetElement} */ (byId('blindfold'));
  blindfold.hidden = blindfold.disabled = choices.opponent === 'table';
  for (const option of blindfold.querySelectorAll('option')) if (option.value === 'other' || option.value === 'both') option.disabled = isEngine;
  renderBlindfold(form);
  describeChoices(form);
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-for]'))) {
    field.hidden = !(field.dataset.for ?? '').split(' ').includes(choices.kind);
  }
  for (const choice of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-game]'))) {
    choice.hidden = !(choice.dataset.game ?? '').split(' ').includes(choices.variant);
    const field = choice.querySelector('input');
    if (field && field.type !== 'radio') field.disabled = choice.hidden;
  }
  byId('opening-row').hidden = !byId('opening-row').querySelector('[data-game]:not([hidden])');
}

/** What was chosen besides game and opponent, in a line. @param {{ choices: Choices }} state */
function renderSummary({ choices }) {
  const colour = choices.opponent === 'engine' && choices.colour !== 'lot' ? t(choices.colour) : '';
  const clock = choices.clock === 'none' ? '' : choices.clock === 'other' ? t(`clock-${choices.kind}`) : choices.clock.replace('+0', '′').replace('+', ' + ');
  const odds = choices['odds-by'] ? t('odds-any') : '', opening = choices.ballot ? t(`ballot-${choices.ballot}`) : '', blindfold = choices.blindfold ? t('blindfold') : '';
  byId('chosen-so-far').textContent = [colour, clock, odds, blindfold, opening].filter(Boolean).join(' · ');
}

state.follow(['choices'], renderFields);
state.follow(['choices'], renderSummary);

/** An opening's table belongs to one game: with another game there is none. */
function takeChoices() {
  const table = form.querySelector('[data-game]:has(input[name=ballot]:checked)');
  if (table instanceof HTMLElement && table.dataset.game !== chosen().variant) fields('ballot')[0].checked = true;
  state.update({ choices: chosen() });
}

// A field with an invalid value is shown, so that the browser can report it there.
form.addEventListener('invalid', () => { /** @type {HTMLDetailsElement} */ (byId('more')).open = true; }, true);
form.addEventListener('input', takeChoices);
form.addEventListener('change', takeChoices);
// The answer is the page of the game, one round trip away, or this page with the reason why there is no game.
form.addEventListener('submit', event => {
  event.preventDefault();
  byId('problem').textContent = navigator.onLine ? '' : t('offline');
  if (!navigator.onLine) return;
  const choices = chosen(), colour = choices.opponent === 'engine' ? choices.colour : 'white';
  const own = colour === 'white' || (colour === 'lot' && Math.random() < 0.5) ? 'white' : 'black';
  localStorage.setItem('new-game', JSON.stringify(choices));
  const squares = Number(byId('odds').dataset[`${choices.variant}Squares`]);
  fieldById('terms').value = JSON.stringify(termsOf(choices, own, blindfoldOf(new FormData(form)), squares));
  play.disabled = true; // a second click would start a second game
  const start = /** @type {HTMLFormElement} */ (byId('start'));
  if (new URLSearchParams(location.search).has('lang')) start.action = inPageLanguage('/');
  start.submit();
});
// The browser may bring the page back as it was left.
addEventListener('pageshow', () => { play.disabled = false; });
takeChoices();
const refused = byId('problem');
if (refused.textContent) {
  /** @type {HTMLDetailsElement} */ (byId('more')).open = true;
  if (complainAbout(form, refused.dataset.about ?? '', refused.textContent)) refused.textContent = '';
}
