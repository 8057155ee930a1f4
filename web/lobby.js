// The lobby: open seeks as they come and go, one's own, and invitations by link.
import { Connection } from './connection.js';
import { t } from './texts.js';

const byId = /** @param {string} id */ id => document.getElementById(id);
const problem = /** @param {string} text */ text => { const place = byId('problem'); if (place) place.textContent = text; };
const invitation = byId('invitation');
/** One's own seek, while it waits. @type {string | null} */
let own = invitation?.dataset.own === 'true' ? invitation.dataset.id ?? null : null;

/** @param {string} method @param {string} path @param {unknown} [body] */
async function ask(method, path, body) {
  const response = await fetch(path, {
    method, headers: body ? { 'content-type': 'application/json' } : {}, body: body ? JSON.stringify(body) : undefined,
  }).catch(() => null);
  if (!response) { problem(t('offline')); return null; }
  const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
  if (!response.ok) { problem(answer.text ?? t('our-fault')); return null; }
  problem('');
  return answer;
}

/** A clock in words. @param {any} seek */
const clock = seek => seek.days ? t('days-each', { made: seek.days }) : seek.increment ? `${seek.minutes} + ${seek.increment}` : t('minutes', { made: seek.minutes });

/** @param {string} id */
async function accept(id) {
  const name = /** @type {HTMLInputElement | null} */ (byId('name'))?.value ?? '';
  const answer = await ask('POST', `/api/seeks/${encodeURIComponent(id)}/accept`, { name });
  if (answer) location.href = `/game/${answer.game}?side=${answer.side}`;
}

/** @param {any[]} seeks */
function list(seeks) {
  const others = seeks.filter(seek => seek.id !== own);
  const none = byId('none');
  if (none) none.hidden = others.length > 0 || own !== null; // who waits himself needs no advice
  byId('seeks')?.replaceChildren(...others.map(seek => {
    const line = document.createElement('li');
    const who = document.createElement('span'), what = document.createElement('span'), play = document.createElement('button');
    who.className = 'who';
    who.textContent = seek.name ?? t('guest');
    what.className = 'what';
    const colour = seek.colour ? t(seek.colour === 'white' ? 'you-black' : 'you-white') : t('by-lot');
    what.textContent = [t(seek.variant), clock(seek), colour].join(' · ');
    play.type = 'button';
    play.className = 'primary';
    play.textContent = t('play');
    play.setAttribute('aria-label', `${t('play')}: ${who.textContent}, ${what.textContent}`);
    play.addEventListener('click', () => accept(seek.id));
    line.append(who, what, play);
    return line;
  }));
}

function showWaiting() {
  const card = byId('waiting'), form = byId('seek'), link = byId('link');
  if (card) card.hidden = !own;
  if (form) form.hidden = Boolean(own);
  const none = byId('none');
  if (none && own) none.hidden = true;
  const text = /** @type {HTMLInputElement | null} */ (byId('link-text'));
  if (text && own) text.value = new URL(invitation?.dataset.link ?? `/seek/${own}`, location.origin).href;
  return link;
}

byId('seek')?.addEventListener('submit', async event => {
  event.preventDefault();
  const { submitter } = /** @type {SubmitEvent} */ (event);
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const get = /** @param {string} name */ name => String(data.get(name) ?? '');
  const open = /** @type {HTMLButtonElement | null} */ (submitter)?.value === 'yes';
  const [, days] = get('clock').match(/^(\d+)d$/) ?? [];
  const [minutes, increment] = get('clock').split('+').map(Number);
  const answer = await ask('POST', '/api/seeks', {
    variant: get('variant'), colour: get('colour') || null, name: get('name'), open,
    ...(days ? { days: Number(days) } : { minutes, increment: increment ?? 0 }),
  });
  if (!answer) return;
  if (!open) { location.href = `/seek/${answer.id}`; return; }
  own = answer.id;
  const link = showWaiting();
  if (link) link.hidden = true;
  byId('waiting')?.scrollIntoView({ block: 'nearest' });
  connect(); // again: the cookie by which the server knows us may be new
});

byId('withdraw')?.addEventListener('click', async () => {
  if (own && await ask('DELETE', `/api/seeks/${own}`)) {
    own = null;
    if (invitation) location.href = '/lobby';
    else showWaiting();
  }
});

byId('copy')?.addEventListener('click', async () => {
  const text = /** @type {HTMLInputElement} */ (byId('link-text'));
  text.select();
  await navigator.clipboard?.writeText(text.value).catch(() => {});
  const button = byId('copy');
  if (button) button.textContent = t('copied');
});

byId('accept')?.addEventListener('submit', event => {
  event.preventDefault();
  if (invitation?.dataset.id) accept(invitation.dataset.id);
});

/** @type {Connection | null} */ let connection = null;
function connect() {
  connection?.close();
  connection = new Connection(null);
  connection.addEventListener('seeks', event => list(/** @type {CustomEvent} */ (event).detail));
  connection.addEventListener('matched', event => {
    const { seek, game } = /** @type {CustomEvent} */ (event).detail;
    if (seek === own) location.href = `/game/${game}`;
  });
  connection.addEventListener('up', look);
}

/** A seek may have been taken up while we were away. */
async function look() {
  if (!own) return;
  const answer = await ask('GET', `/api/seeks/${own}`);
  if (answer?.game) location.href = `/game/${answer.game}`;
}

showWaiting();
if (!invitation || own) connect();
setInterval(look, 15_000);
