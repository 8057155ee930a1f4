// A player's profile: dates in the reader's own way, and blocking.
import './times.js';
import { call } from './api.js';
import { byId } from './dom.js';
import { createState } from './state.js';
import { locale, t } from './texts.js';

const since = /** @type {HTMLTimeElement | null} */ (document.querySelector('time[data-day]'));
if (since) since.textContent = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(Number(since.dataset.day)));

const { name = '', blocked } = byId('player').dataset;
const state = createState({ isBlocked: blocked === 'true', problem: '' });

if (document.getElementById('block')) {
  state.follow(['isBlocked', 'problem'], ({ isBlocked, problem }) => {
    byId('block').textContent = t(isBlocked ? 'unblock' : 'block');
    byId('block-state').textContent = problem || t(isBlocked ? 'blocked-is' : 'block-about');
  });
  byId('block').addEventListener('click', async () => {
    const { isBlocked } = state.current, path = { name };
    const asked = isBlocked ? await call('DELETE /api/account/blocked/{name}', { path }) : await call('PUT /api/account/blocked/{name}', { path });
    state.update(asked.ok ? { isBlocked: !isBlocked, problem: '' } : { problem: asked.problem.text });
  });
}
