// The page is made by the server: it is fetched anew after each command, and whenever somebody else makes an entry.
import { inPageLanguage } from '../texts.js';

/** The part of the page that is replaced. */
const main = () => /** @type {HTMLElement} */ (document.getElementById('event'));

/** Which of the page's details are open, by their place. @param {HTMLElement} within */
const openDetails = within => [...within.querySelectorAll('details')].map(one => one.open);

/** What tells a form from all others of the page: what it asks, and its hidden values. @param {HTMLFormElement} form */
export function keyOfForm(form) {
  const hidden = [...form.querySelectorAll('input[type=hidden]')].map(one => /** @type {HTMLInputElement} */ (one).value);
  return [form.id, form.dataset.ask, ...hidden].join(' ');
}

/** What tells a field from all others of the page. @param {Element | null} field */
const keyOf = field => ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.form ? `${keyOfForm(field.form)} ${field.name}` : null);

/** Fetches the page and replaces what may have changed; what was folded out stays so, and so do the focus and a complaint that is being read. @param {() => boolean} isUnwanted asked when the page is there */
export async function refresh(isUnwanted = () => false) {
  const response = await fetch(inPageLanguage(location.href)).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('event');
  if (!page || isUnwanted()) return;
  const before = openDetails(main()), after = page.querySelectorAll('details');
  if (before.length === after.length) after.forEach((one, index) => { one.open = before[index]; });
  const complaint = document.getElementById('problem')?.textContent ?? '';
  const scroll = scrollY, key = main().contains(document.activeElement) ? keyOf(document.activeElement) : null;
  main().replaceWith(document.adoptNode(page));
  if (key !== null) {
    const field = [...main().querySelectorAll('input, textarea')].find(one => keyOf(one) === key);
    /** @type {HTMLElement | undefined} */ (field)?.focus({ preventScroll: true });
  }
  const place = document.getElementById('problem');
  if (place) place.textContent = complaint;
  scrollTo(0, scroll);
  showTimes();
  showArena();
}

/** Goes to a game that has begun, once: whoever comes back from it stays. @param {string} link */
export function goOnce(link) {
  if (sessionStorage.getItem('sent-to') === link) return;
  sessionStorage.setItem('sent-to', link);
  location.href = link;
}

/** The time that is left in an arena, and the way to the reader's own game. */
export function showArena() {
  const left = document.getElementById('arena-left');
  if (left) {
    const ends = Date.now() + Number(left.dataset.endsAt) - Number(left.dataset.now);
    const tick = () => {
      if (!left.isConnected) return;
      const seconds = Math.max(0, Math.round((ends - Date.now()) / 1000));
      left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      setTimeout(seconds > 0 ? tick : () => void refresh(), 1000);
    };
    tick();
  }
  const own = /** @type {HTMLAnchorElement | null} */ (document.getElementById('own-game'));
  if (own) goOnce(own.href);
}

/** Times as the reader's clock shows them, dates with their day. */
export function showTimes() {
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('time[data-at]'))) {
    const at = new Date(Number(time.dataset.at));
    const minute = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit' });
    time.textContent = time.dataset.day === undefined ? at.toLocaleTimeString(document.documentElement.lang, minute)
      : at.toLocaleString(document.documentElement.lang, { weekday: 'short', day: 'numeric', month: 'short', ...minute });
    time.title = at.toLocaleString(document.documentElement.lang);
  }
}

/** Whether a field holds something else than the server put there. @param {Element} field */
const isChanged = field => (field instanceof HTMLInputElement && field.type !== 'hidden' && (field.value !== field.defaultValue || field.validity.badInput))
  || (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue);

/** Whether somebody is filling in a form: then nothing is taken from under their hands. A field that only has the focus does not count. */
function isTyping() {
  const field = document.activeElement;
  if (!main().contains(field)) return false;
  if (field instanceof HTMLSelectElement) return true;
  const form = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.form : null;
  return form !== null && [...form.elements].some(isChanged);
}

/** Milliseconds between two fetches of an arena: it has new entries all the time. */
export const ARENA_PAUSE = 2000;

/** Follows the entries that others make. */
export function follow() {
  const source = new EventSource(`/api/events/${main().dataset.id}/stream`);
  let stale = false, fetched = 0, planned = false;
  const update = () => {
    const early = main().dataset.arena === undefined ? 0 : fetched + ARENA_PAUSE - Date.now();
    if (isTyping()) stale = true;
    else if (early > 0) {
      if (!planned) setTimeout(() => { planned = false; update(); }, early);
      planned = true;
    } else {
      stale = false;
      fetched = Date.now();
      // Somebody may have begun to type meanwhile.
      void refresh(() => (stale = isTyping()));
    }
  };
  source.addEventListener('message', event => {
    if (String(JSON.parse(event.data).entries) !== main().dataset.entries) update();
  });
  document.addEventListener('focusout', () => { setTimeout(() => { if (stale) update(); }, 300); });
}
