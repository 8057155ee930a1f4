// Swipes to the left and to the right, wherever they do not mean something else.

/** How far a finger moves at least, in pixels, and how long it takes at most, in milliseconds. */
const DISTANCE = 60, TIME = 800;

/** What has a use of its own for a finger that moves: a piece that may be lifted, lists, fields. */
const TAKEN = '.held, .strip, .moves, input, select, textarea';

/** @param {HTMLElement} place @param {(direction: 1 | -1) => void} swiped to the left is on, to the right is back */
export function followSwipes(place, swiped) {
  /** @type {{ x: number, y: number, at: number } | null} */ let from = null;
  place.addEventListener('touchstart', event => {
    const [touch] = event.touches, at = event.target instanceof Element ? event.target : place;
    from = event.touches.length === 1 && !at.closest(TAKEN) ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
  }, { passive: true });
  place.addEventListener('touchend', event => {
    const [touch] = event.changedTouches, start = from;
    from = null;
    if (!start || !touch) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    if (Math.abs(x) < DISTANCE || Math.abs(y) > Math.abs(x) / 2 || event.timeStamp - start.at > TIME) return;
    swiped(x < 0 ? 1 : -1);
  }, { passive: true });
}
