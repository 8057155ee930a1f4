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
}

/** Times of the log as the reader's clock shows them. */
export function showTimes() {
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('time[data-at]'))) {
    const at = new Date(Number(time.dataset.at));
    time.textContent = at.toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit' });
    time.title = at.toLocaleString(document.documentElement.lang);
  }
}

/** Whether somebody is typing: then nothing is taken from under their hands. */
const isTyping = () => main().contains(document.activeElement)
  && ['INPUT', 'TEXTAREA', 'SELECT'].includes(document.activeElement?.tagName ?? '');

/** Follows the entries that others make. */
export function follow() {
  const source = new EventSource(`/api/events/${main().dataset.id}/stream`);
  let stale = false;
  const update = () => {
    if (isTyping()) stale = true;
    else {
      stale = false;
      void refresh();
    }
  };
  source.addEventListener('message', event => {
    if (String(JSON.parse(event.data).entries) !== main().dataset.entries) update();
  });
  document.addEventListener('focusout', () => { setTimeout(() => { if (stale) update(); }, 300); });
}
