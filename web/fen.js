// Positions in writing.

/** @typedef {{ side: 'white' | 'black', king: boolean }} Piece */

/** The pieces of a FEN, by square. @param {string} fen @returns {Map<number, Piece>} */
export function piecesOf(fen) {
  /** @type {Map<number, Piece>} */ const pieces = new Map();
  for (const part of fen.split(':').slice(1)) {
    const side = part.startsWith('W') ? 'white' : 'black';
    for (const token of part.slice(1).split(',').filter(Boolean)) {
      const king = token.startsWith('K');
      pieces.set(Number(king ? token.slice(1) : token), { side, king });
    }
  }
  return pieces;
}

/** A position as FEN. @param {string} turn @param {Map<number, Piece>} pieces */
export function fenOf(turn, pieces) {
  const side = /** @param {string} colour */ colour => [...pieces].filter(([, piece]) => piece.side === colour)
    .sort(([a], [b]) => a - b).map(([square, piece]) => `${piece.king ? 'K' : ''}${square}`).join(',');
  return `${turn === 'white' ? 'W' : 'B'}:W${side('white')}:B${side('black')}`;
}
