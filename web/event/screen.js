// The big screen of a hall, which nobody touches: what does not fit on it is shown page by page.

/** How long a page is shown, in milliseconds. */
const SHOWN = 12_000;
/** How long nothing moves after somebody has scrolled by hand. */
const LEFT_ALONE = 60_000;

let touched = -LEFT_ALONE;
for (const kind of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
  addEventListener(kind, () => { touched = performance.now(); }, { passive: true });
}

/** Goes on to the next page, from the last one back to the first. */
function turn() {
  const page = document.documentElement, left = page.scrollHeight - innerHeight - scrollY;
  if (page.scrollHeight <= innerHeight + 1 || performance.now() - touched < LEFT_ALONE) return;
  const title = document.querySelector('h1')?.getBoundingClientRect().height ?? 0;
  const row = document.querySelector('tbody tr')?.getBoundingClientRect().height ?? 0;
  const top = left < 2 ? 0 : scrollY + Math.max(row, innerHeight - title - 2 * row);
  scrollTo({ top, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

setInterval(turn, SHOWN);
