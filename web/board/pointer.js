// Fingers and mice on the board: a tap picks a square, a drag carries a piece.
//
// Only squares whose piece may be lifted keep the browser from scrolling (`touch-action`, see the styles), so a swipe that
// starts anywhere else moves the page.

/** @typedef {import('../board.js').DamieraBoard} DamieraBoard */

/** A pointer that moves farther than this, in pixels, drags. */
const SLACK = 8;

/** @param {DamieraBoard} board @param {HTMLElement} grid */
export function followPointer(board, grid) {
  grid.addEventListener('pointerdown', event => {
    const square = squareAt(event);
    if (!square || event.button !== 0 || !event.isPrimary) return;
    grid.classList.add('by-pointer');
    board.settle();
    if (!board.isHeld(square)) return onRelease(event, end => { if (squareAt(end) === square) board.tap(square); });
    event.preventDefault();
    board.focusSquare(square);
    const wasChosen = board.isChosen(square);
    if (!wasChosen) board.lift(square);
    drag(board, event, square, wasChosen);
  });
}

/** The square under the pointer, or 0. @param {PointerEvent} event */
function squareAt(event) {
  const cell = document.elementsFromPoint(event.clientX, event.clientY).find(e => e instanceof HTMLElement && e.dataset.square);
  return cell instanceof HTMLElement ? Number(cell.dataset.square) : 0;
}

/** Carries a piece with the pointer, and sets it down where it is released. @param {DamieraBoard} board @param {PointerEvent} start @param {number} from @param {boolean} wasChosen */
function drag(board, start, from, wasChosen) {
  let dragged = false;
  const move = /** @param {PointerEvent} event */ event => {
    dragged ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK;
    if (dragged) board.carry(from, event.clientX, event.clientY);
  };
  addEventListener('pointermove', move);
  onRelease(start, end => {
    if (dragged) board.drop(from, squareAt(end));
    else if (wasChosen || board.reportsSquares) board.tap(from);
  }, () => { board.redraw(); }, () => { removeEventListener('pointermove', move); });
}

/**
 * Waits until the pointer is released, or taken over by the browser to scroll.
 * @param {PointerEvent} start @param {(event: PointerEvent) => void} released @param {() => void} [cancelled] @param {() => void} [always]
 */
function onRelease(start, released, cancelled, always) {
  const end = /** @param {PointerEvent} event */ event => {
    if (event.pointerId !== start.pointerId) return;
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    always?.();
    if (event.type === 'pointerup') released(event);
    else cancelled?.();
  };
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
