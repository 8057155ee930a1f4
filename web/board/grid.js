// The board's buttons: one for each playing square, in rows as seen, named for screen readers.
import { t } from '../texts.js';
import { CELL, Geometry, RIM } from './geometry.js';

/** Makes the buttons. @param {HTMLElement} grid @param {Geometry} geometry @param {(square: number) => void} entered @returns {Map<number, HTMLButtonElement>} */
export function squareButtons(grid, geometry, entered) {
  const { extent, layout } = geometry, side = 100 * CELL / extent, rim = 100 * RIM / extent;
  const rows = Array.from({ length: layout.size }, () => {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    return row;
  });
  /** @type {Map<number, HTMLButtonElement>} */ const cells = new Map();
  for (const square of geometry.inOrder()) {
    const [row, column] = geometry.seen(square);
    const cell = document.createElement('button');
    cell.type = 'button';
    cell.setAttribute('role', 'gridcell');
    cell.dataset.square = String(square);
    Object.assign(cell.style, { left: `${rim + side * column}%`, top: `${rim + side * row}%`, width: `${side}%`, height: `${side}%` });
    // A pointer has its own handlers; `detail` is 0 for the keyboard and for assistive technology.
    cell.addEventListener('click', event => { if (event.detail === 0) entered(square); });
    rows[row].append(cell);
    cells.set(square, cell);
  }
  grid.setAttribute('aria-label', grid.closest('[data-keys]') ? `${t('board-label')} ${t('board-keys')}` : t('board-label'));
  grid.replaceChildren(...rows);
  return cells;
}

/**
 * Names the buttons for what stands there, and marks those that hold a piece.
 * @param {Map<number, HTMLButtonElement>} cells @param {import('../board.js').BoardState} state @param {(square: number) => boolean} isHeld
 */
export function boardLabels(cells, state, isHeld) {
  const movable = new Set(state.tried ? [] : state.legal.map(m => m.from)), captures = state.legal.some(m => m.captures.length);
  for (const [square, cell] of cells) {
    const piece = state.pieces.get(square);
    const name = state.coordinates === 'algebraic' ? state.layout.squares[square - 1][2] : square;
    const words = [t('square-label', { square: name }), piece ? t(`${piece.side}-${piece.king ? 'king' : 'man'}`) : t('square-empty')];
    if (movable.has(square)) words.push(t(captures ? 'can-capture' : 'can-move'));
    if (state.chosen.at(-1) === square) words.push(t('chosen'));
    if (state.planned.includes(square)) words.push(t('planned'));
    cell.setAttribute('aria-label', words.join(', '));
    cell.tabIndex = square === state.focused ? 0 : -1;
    cell.classList.toggle('held', isHeld(square));
  }
}
