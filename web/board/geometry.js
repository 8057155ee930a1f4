// Where squares lie in the drawing, seen from either side.

/** @typedef {import('api').Board} Layout */

/** The side of a square, and the width of the board's rim. */
export const CELL = 100;
export const RIM = 30;

export class Geometry {
  /** @param {Layout} layout @param {boolean} flipped whether Black sits at the near side */
  constructor(layout, flipped) {
    this.layout = layout;
    this.flipped = flipped;
  }

  /** The whole drawing's side. */
  get extent() {
    return CELL * this.layout.size + 2 * RIM;
  }

  /** Row and column as seen. @param {number} square */
  seen(square) {
    const [row, column] = this.layout.squares[square - 1] ?? [0, 0];
    const last = this.layout.size - 1;
    return this.flipped ? [last - row, last - column] : [row, column];
  }

  /** The centre of a square. @param {number} square */
  centre(square) {
    const [row, column] = this.seen(square);
    return [RIM + CELL * (column + 0.5), RIM + CELL * (row + 0.5)];
  }

  /** All squares, row by row as seen. */
  inOrder() {
    return this.layout.squares.map((_, index) => index + 1).sort((a, b) => {
      const [rowA, columnA] = this.seen(a), [rowB, columnB] = this.seen(b);
      return rowA - rowB || columnA - columnB;
    });
  }

  /** The playing square seen at a place; 0 if there is none. @param {number} row @param {number} column */
  at(row, column) {
    return this.layout.squares.findIndex((_, index) => {
      const [seenRow, seenColumn] = this.seen(index + 1);
      return seenRow === row && seenColumn === column;
    }) + 1;
  }

  /**
   * The next playing square up, down, left or right. Squares of neighbouring rows are offset, so a vertical step goes half a
   * square sideways, left and right in turns.
   * @param {number} square @param {number} down @param {number} right
   */
  neighbour(square, down, right) {
    const [row, column] = this.seen(square), aside = row % 2 ? 1 : -1;
    if (!down) return this.at(row, column + 2 * right);
    return this.at(row + down, column + aside) || this.at(row + down, column - aside);
  }

  /** Whether a third square lies on the straight line between two. @param {number} from @param {number} to @param {number} square */
  between(from, to, square) {
    const [[row, column], [toRow, toColumn], [r, c]] = [from, to, square].map(s => this.layout.squares[s - 1] ?? [0, 0, '']);
    const along = (r - row) / (toRow - row);
    return along > 0 && along < 1 && along === (c - column) / (toColumn - column);
  }
}
