// The form of a new exhibition.
import { call } from '../api.js';
import { byId } from '../dom.js';
import { blindfoldOf } from '../new/blindfold.js';
import { t } from '../texts.js';

const form = /** @type {HTMLFormElement} */ (byId('new-exhibition'));

/** @param {string} name */
const number = name => Number(new FormData(form).get(name));

/** The groups of boards, as they are sent. @returns {import('api').ExhibitionBoards[]} */
function groups() {
  return [...byId('groups').querySelectorAll('.group')].map(group => {
    const value = /** @param {string} name */ name => /** @type {HTMLInputElement} */ (group.querySelector(`[name="${name}"]`)).value;
    return { count: Number(value('count')), variant: value('variant'), host: /** @type {import('api').HostColour} */ (value('host')) };
  });
}

/** Hours, minutes and seconds. @param {number} seconds */
function timeText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [h ? `${h} h` : '', m ? `${m} min` : '', s ? `${s} s` : ''].filter(Boolean).join(' ');
}

/** Shows only what matters for what is chosen. */
function adapt() {
  const data = new FormData(form), total = groups().reduce((sum, { count }) => sum + count, 0), limit = Number(byId('board-total').dataset.limit);
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-when]'))) {
    const [name, value] = (part.dataset.when ?? '').split('=');
    part.hidden = data.get(name) !== value;
    for (const field of part.querySelectorAll('input, select')) field.toggleAttribute('disabled', part.hidden);
  }
  byId('board-total').textContent = t('simul-total', { made: total, limit });
  byId('board-total').classList.toggle('too-many', total > limit);
  byId('host-total').textContent = t('simul-host-total', { limit: total, made: timeText(60 * number('host-minutes') + total * number('host-extra')) });
  const rows = byId('groups').querySelectorAll('.group');
  for (const row of rows) /** @type {HTMLElement} */ (row.querySelector('.remove')).hidden = rows.length < 2;
}

/** @returns {import('api').ExhibitionTerms} */
function terms() {
  const data = new FormData(form), clock = data.get('player-clock'), blindfold = blindfoldOf(data);
  return {
    title: String(data.get('title')), boards: groups(),
    'host-clock': data.get('host-clock') === 'board' ? { minutes: number('host-minutes'), extra: number('host-extra'), increment: number('host-increment') } : null,
    'player-clock': clock === 'minutes' ? { minutes: number('player-minutes'), increment: number('player-increment') }
      : clock === 'per-move' ? { 'per-move': number('player-per-move') } : null,
    start: /** @type {import('api').ExhibitionStart} */ (data.get('start')), blindfold: blindfold?.terms ?? null,
  };
}

byId('add-group').addEventListener('click', () => {
  const groups = byId('groups'), added = /** @type {HTMLElement} */ (groups.lastElementChild?.cloneNode(true));
  /** @type {HTMLInputElement} */ (added.querySelector('[name=count]')).value = '1';
  groups.append(added);
  /** @type {HTMLElement} */ (added.querySelector('[name=count]')).focus();
  adapt();
});
byId('groups').addEventListener('click', event => {
  const remove = event.target instanceof Element ? event.target.closest('.remove') : null;
  if (!remove) return;
  remove.closest('.group')?.remove();
  adapt();
});
form.addEventListener('input', adapt);
form.addEventListener('change', adapt);
form.addEventListener('submit', async event => {
  event.preventDefault();
  const answered = await call('POST /api/exhibitions', { body: { name: String(new FormData(form).get('name') ?? ''), terms: terms() } });
  if (answered.ok) location.href = `/exhibition/${answered.answer.id}`;
  else byId('problem').textContent = answered.problem.text;
});
adapt();
