// The form of a new game.
import { t } from './texts.js';

const byId = /** @param {string} id */ id => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId('new'));
const fields = /** @param {string} name */ name => /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name="${name}"]`));
const get = /** @param {string} name */ name => String(new FormData(form).get(name) ?? '');
const number = /** @param {string} name */ name => Number(get(name)) || 0;

/** What was chosen last time comes back, except by a link that asks for something. */
function recall() {
  const asked = new URLSearchParams(location.search);
  const kept = JSON.parse(localStorage.getItem('new-game') ?? '{}');
  if (asked.get('profile') === 'table') kept.opponent = 'table';
  if (asked.get('variant')) kept.variant = asked.get('variant');
  for (const [name, value] of Object.entries(kept)) {
    for (const field of fields(name)) {
      if (field.type === 'radio') field.checked = field.value === value;
      else field.value = String(value);
    }
  }
  for (const name of ['variant', 'opponent', 'colour', 'clock', 'ballot']) {
    const choices = [...fields(name)];
    if (!choices.some(choice => choice.checked)) choices[0].checked = true;
  }
}

/** Shows only what matters for what is chosen. */
function adapt() {
  byId('level-row').hidden = get('opponent') !== 'engine';
  /** @type {HTMLOutputElement} */ (byId('level-shown')).value = get('level');
  byId('level-words').textContent = t(`level-${get('level')}`);
  byId('colour-row').hidden = get('opponent') !== 'engine';
  byId('other-clock').hidden = get('clock') !== 'other';
  byId('time-odds').hidden = get('clock') === 'none' || (get('clock') === 'other' && get('kind') === 'per-move');
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-for]'))) {
    field.hidden = !(field.dataset.for ?? '').split(' ').includes(get('kind'));
  }
  byId('odds-men').hidden = get('odds-by') === '';
  for (const choice of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-game]'))) {
    choice.hidden = choice.dataset.game !== get('variant');
    const radio = /** @type {HTMLInputElement} */ (choice.querySelector('input'));
    if (choice.hidden && radio.checked) fields('ballot')[0].checked = true;
  }
  const own = get('opponent') === 'engine' && get('colour') !== 'lot' ? t(get('colour')) : '';
  const clock = get('clock') === 'none' ? '' : get('clock') === 'other' ? t(`clock-${get('kind')}`) : get('clock').replace('+0', '′').replace('+', ' + ');
  const odds = get('odds-by') ? t('odds') : '', drawn = get('ballot') ? t(`ballot-${get('ballot')}`) : '';
  byId('chosen-so-far').textContent = [own, clock, odds, drawn].filter(Boolean).join(' · ');
}

/** A clock as the server knows it. @param {number} minutes */
function clock(minutes) {
  const [preset, increment] = get('clock').split('+').map(Number);
  const seconds = 1000, kind = get('clock') === 'other' ? get('kind') : 'increment';
  if (get('clock') === 'none') return { kind: 'untimed' };
  if (kind === 'per-move') return { kind: 'per-move', time: number('each') * seconds };
  const first = (minutes || (get('clock') === 'other' ? number('minutes') : preset)) * 60 * seconds;
  const bonus = get('clock') === 'other' ? number('seconds') : increment;
  const bonusKind = kind === 'stages' ? 'increment' : ['increment', 'delay', 'bronstein'].includes(kind) ? kind : 'none';
  return {
    kind: 'timed',
    stages: kind === 'stages' ? [[number('moves') || 1, first], [null, number('then') * 60 * seconds]] : [[null, first]],
    bonus: bonus && bonusKind !== 'none' ? bonusKind : 'none',
    'bonus-time': bonusKind === 'none' ? 0 : bonus * seconds,
    periods: kind === 'byo-yomi' ? number('periods') : 0,
    period: kind === 'byo-yomi' ? number('period') * seconds : 0,
  };
}

/** @param {string} own the side the person sits on */
function wish(own) {
  const person = { kind: 'person' };
  const other = get('opponent') === 'engine' ? { kind: 'engine', level: number('level') } : person;
  const seat = /** @param {string} side */ side => (side === own ? person : other);
  const time = /** @param {string} side */ side => clock(side === own ? 0 : number('their-minutes'));
  const gives = get('odds-by') === 'own' ? own : own === 'white' ? 'black' : 'white';
  const men = /** @param {string} side */ side => (get('odds-by') && side === gives ? number('odds-men') : 0);
  return {
    variant: get('variant'),
    profile: get('opponent') === 'table' ? 'table' : 'casual',
    white: seat('white'), black: seat('black'),
    clocks: [time('white'), time('black')],
    'men-given': [men('white'), men('black')],
    ballot: get('ballot') || null,
  };
}

form.addEventListener('input', adapt);
form.addEventListener('change', adapt);
form.addEventListener('submit', async event => {
  event.preventDefault();
  byId('problem').textContent = '';
  localStorage.setItem('new-game', JSON.stringify(Object.fromEntries(new FormData(form))));
  const colour = get('opponent') === 'engine' ? get('colour') : 'white';
  const own = colour === 'lot' ? (Math.random() < 0.5 ? 'white' : 'black') : colour;
  const response = await fetch('/api/games', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish(own)),
  }).catch(() => null);
  const answer = await response?.json();
  if (response?.ok) location.href = `/game/${answer.id}?side=${own}`;
  else byId('problem').textContent = answer?.text ?? t('offline');
});

recall();
adapt();
