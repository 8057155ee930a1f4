// The page is made by the server: it is fetched anew after each command, and whenever somebody else makes an entry.

/** The part of the page that is replaced. */
const main = () => /** @type {HTMLElement} */ (document.getElementById('event'));

/** Which of the page's details are open, by their place. @param {HTMLElement} within */
const openDetails = within => [...within.querySelectorAll('details')].map(one => one.open);

/** Fetches the page and replaces what may have changed; what was folded out stays so. */
export async function refresh() {
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('event');
  if (!page) return;
  const before = openDetails(main()), after = page.querySelectorAll('details');
  if (before.length === after.length) after.forEach((one, index) => { one.open = before[index]; });
  const scroll = scrollY;
  main().replaceWith(document.adoptNode(page));
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

/** Whether somebody is typing: then nothing is taken from under their hands. */
const isTyping = () => main().contains(document.activeElement)
  && ['INPUT', 'TEXTAREA', 'SELECT'].includes(document.activeElement?.tagName ?? '');

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
      void refresh();
    }
  };
  source.addEventListener('message', event => {
    if (String(JSON.parse(event.data).entries) !== main().dataset.entries) update();
  });
  document.addEventListener('focusout', () => { setTimeout(() => { if (stale) update(); }, 300); });
}
