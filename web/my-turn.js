// Correspondence games that wait for one's move: their number in the menu and in the title, on every page.
import { call } from './api.js';
import { daysLeft } from './clock.js';
import { make } from './dom.js';
import { t } from './texts.js';

/** @typedef {import('api').CorrespondenceList} CorrespondenceList */
/** @typedef {import('api').CorrespondenceGame} CorrespondenceGame */

/** Milliseconds between two looks at the list. */
const REFRESH = 60_000;
/** Where the browser remembers that it has, or had, a correspondence game. */
const KNOWN = 'correspondence';

/** Remembers that somebody here plays by correspondence: from now on the menu has a link to the list. */
export const remember = () => { localStorage.setItem(KNOWN, 'yes'); document.getElementById('correspondence-link')?.removeAttribute('hidden'); };

/** The page's own title, without a number before it. */
const ownTitle = document.title.replace(/^\(\d+\) /, '');

/** Shows the number of games that wait. @param {CorrespondenceList} list */
export function showCount({ waiting }) {
  const link = document.getElementById('correspondence-link');
  if (link) link.hidden = false;
  let badge = link?.querySelector('.badge');
  if (link && !badge) {
    badge = make('b', { class: 'badge' });
    link.append(' ', badge);
  }
  if (badge) badge.textContent = waiting.length ? String(waiting.length) : '';
  link?.setAttribute('title', waiting.length ? t('corr-your-turn', { made: waiting.length }) : '');
  document.title = waiting.length ? `(${waiting.length}) ${ownTitle}` : ownTitle;
}

/** The list on the page for a new game. @param {CorrespondenceList} list */
function showOnHome({ waiting }) {
  const place = document.getElementById('my-turn');
  if (!place) return;
  place.hidden = !waiting.length;
  place.replaceChildren(make('h2', {}, t('corr-your-turn', { made: waiting.length })),
    make('ul', {}, ...waiting.slice(0, 5).map(game => make('li', {}, make('a', { href: `/game/${game.id}` },
      make('b', {}, game.opponent || t('guest')), make('span', {}, `${t(game.variant)} · ${daysLeft(game.left)}`))))),
    ...(waiting.length > 5 ? [make('a', { href: '/correspondence' }, t('corr-all'))] : []));
}

async function look() {
  const asked = await call('GET /api/correspondence', {});
  if (!asked.ok) return;
  if (!asked.answer.waiting.length && !asked.answer.others.length) localStorage.removeItem(KNOWN);
  if (asked.answer.waiting.length || asked.answer.others.length) showCount(asked.answer);
  showOnHome(asked.answer);
}

if (!document.getElementById('correspondence') && (localStorage.getItem(KNOWN) || localStorage.getItem('signed-in'))) {
  look();
  setInterval(() => { if (!document.hidden) look(); }, REFRESH);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
}
