// Every page's header: the language a reader chooses, the menu of a phone, and the link that skips the header.
const query = new URLSearchParams(location.search), asked = query.get('lang');
// A link may name a language: for somebody who has not chosen one it holds until the browser is closed.
if (asked && !/(^|; )lang=/.test(document.cookie)) document.cookie = `lang=${document.documentElement.lang}; path=/; samesite=lax`;
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-lang]'))) {
  button.addEventListener('click', () => {
    document.cookie = `lang=${button.dataset.lang}; path=/; max-age=31536000; samesite=lax`;
    query.delete('lang');
    if (asked) location.search = String(query);
    else location.reload();
  });
}

// Whoever goes on by the keyboard, or by what presses buttons for them, begins at the board of the next page, and not at the
// header's links (`game.js`). Their clicks have no count.
let isByKeys = false;
addEventListener('click', ({ detail }) => { isByKeys = detail === 0; }, true);
addEventListener('pagehide', () => { sessionStorage.setItem('by-keys', isByKeys ? 'yes' : ''); });

// The link of the section that the page is in.
const sections = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('#nav a'))];
sections.find(({ pathname }) => (pathname === '/' ? location.pathname === '/' : location.pathname.startsWith(pathname)))?.setAttribute('aria-current', 'page');

const menu = document.getElementById('menu'), header = menu?.closest('header');
/** @param {boolean} isOpen */
function showMenu(isOpen) {
  menu?.setAttribute('aria-expanded', String(isOpen));
  header?.classList.toggle('open', isOpen);
}
menu?.addEventListener('click', () => { showMenu(menu.getAttribute('aria-expanded') !== 'true'); });
header?.addEventListener('keydown', event => {
  if (event.key !== 'Escape' || menu?.getAttribute('aria-expanded') !== 'true') return;
  showMenu(false);
  menu.focus();
});

// The address stays as it is: on some pages what follows # is a position.
document.querySelector('.skip')?.addEventListener('click', event => {
  event.preventDefault();
  document.getElementById('content')?.focus();
});

// The session is out of reach for scripts; the account's page notes in the browser who is signed in.
const account = localStorage.getItem('signed-in'), link = document.getElementById('account-link');
if (account) {
  if (link) link.textContent = account;
  import('./notices.js');
}
if (account || localStorage.getItem('correspondence')) import('./my-turn.js');

// Once in a browser session: whoever is signed in may have changed, or the server may have lost the subscription.
if (localStorage.getItem('push') && !sessionStorage.getItem('push-renewed')) {
  sessionStorage.setItem('push-renewed', 'yes');
  import('./push.js').then(({ isPushOn, subscribe }) => (isPushOn() ? subscribe() : false)).catch(() => {});
}
