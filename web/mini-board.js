// A small board to look at: no grid, no moves.
import { drawDisc, drawEmptyBoard, SVG } from './board/drawing.js';
import { Geometry } from './board/geometry.js';
import { piecesOf } from './fen.js';

/** A drawing of a position. @param {import('api').Board} layout @param {string} fen @param {boolean} [flipped] whether Black is near */
export function miniBoard(layout, fen, flipped = false) {
  const svg = document.createElementNS(SVG, 'svg'), geometry = new Geometry(layout, flipped);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'mini-board');
  const { discs } = drawEmptyBoard(svg, geometry, () => '');
  for (const [square, piece] of piecesOf(fen)) drawDisc(discs, geometry, square, piece);
  return svg;
}
