// The board as SVG: squares, pieces, rings and paths.
import { CELL, Geometry, RIM } from './geometry.js';

/** @typedef {import('../fen.js').Piece} Piece */
/** @typedef {{ marks: Element, discs: Element, over: Element }} Layers */

export const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string | number>} attributes @param {Element} parent */
function draw(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/** Draws the empty board. @param {Element} svg @param {Geometry} geometry @param {(square: number) => string} nameOf @returns {Layers} */
export function drawEmptyBoard(svg, geometry, nameOf) {
  const { extent } = geometry, squares = geometry.inOrder(), inside = extent - 2 * RIM;
  svg.setAttribute('viewBox', `0 0 ${extent} ${extent}`);
  svg.replaceChildren();
  const defs = draw('defs', {}, svg);
  for (const colour of ['white', 'black']) {
    const gradient = draw('radialGradient', { id: `disc-${colour}`, cx: '38%', cy: '32%', r: '75%' }, defs);
    draw('stop', { offset: 0, class: `${colour}-a` }, gradient);
    draw('stop', { offset: 1, class: `${colour}-b` }, gradient);
  }
  draw('rect', { width: extent, height: extent, rx: 14, class: 'rim' }, svg);
  draw('rect', { x: RIM, y: RIM, width: inside, height: inside, class: 'light' }, svg);
  for (const square of squares) drawSquare(svg, geometry, square, 'dark');
  const marks = draw('g', {}, svg);
  for (const square of squares) {
    const [x, y] = geometry.centre(square);
    draw('text', { x: x - CELL / 2 + 5, y: y - CELL / 2 + 5, class: 'number' }, svg).textContent = nameOf(square);
  }
  return { marks, discs: draw('g', {}, svg), over: draw('g', {}, svg) };
}

/** Fills a square. @param {Element} layer @param {Geometry} geometry @param {number} square @param {string} kind */
export function drawSquare(layer, geometry, square, kind) {
  const [x, y] = geometry.centre(square);
  draw('rect', { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: kind }, layer);
}

/** @param {Element} layer @param {Geometry} geometry @param {number} square @param {string} kind */
export function drawRing(layer, geometry, square, kind) {
  const [cx, cy] = geometry.centre(square);
  draw('circle', { cx, cy, r: 45, class: `ring ${kind}` }, layer);
}

/** A square where something can be set down. @param {Element} layer @param {Geometry} geometry @param {number} square */
export function drawDot(layer, geometry, square) {
  const [cx, cy] = geometry.centre(square);
  draw('circle', { cx, cy, r: 14, class: 'dot' }, layer);
}

/** Where a piece was taken. @param {Element} layer @param {Geometry} geometry @param {number} square */
export function drawCross(layer, geometry, square) {
  const [x, y] = geometry.centre(square);
  draw('path', { d: `M${x - 13} ${y - 13}l26 26m0-26l-26 26`, class: 'cross' }, layer);
}

/** @param {Element} layer @param {Geometry} geometry @param {number[]} squares @param {string} kind */
export function drawPath(layer, geometry, squares, kind) {
  const points = squares.map(square => geometry.centre(square).join(' ')).join(' L');
  draw('path', { d: `M${points}`, class: kind }, layer);
}

/** What was done against the rules: a dashed route with a cross at its end. @param {Element} layer @param {Geometry} geometry @param {number[]} squares */
export function drawDone(layer, geometry, squares) {
  drawPath(layer, geometry, squares, 'done');
  const [x, y] = geometry.centre(squares[squares.length - 1]);
  draw('circle', { cx: x, cy: y, r: 24, class: 'done-end' }, layer);
  draw('path', { d: `M${x - 10} ${y - 10}l20 20m0-20l-20 20`, class: 'done-cross' }, layer);
}

/** The move that the engine prefers, as an arrow. @param {Element} layer @param {Geometry} geometry @param {number[]} squares */
export function drawHint(layer, geometry, squares) {
  drawPath(layer, geometry, squares, 'best');
  const [[fromX, fromY], [x, y]] = squares.slice(-2).map(square => geometry.centre(square)), angle = Math.atan2(y - fromY, x - fromX) * 180 / Math.PI;
  draw('path', { d: 'M18 0L-16 -20V20z', transform: `translate(${x} ${y}) rotate(${angle})`, class: 'best-end' }, layer);
}

/** Alternative routes, each with its number where it parts from the others. @param {Element} layer @param {Geometry} geometry @param {number[][]} routes */
export function drawAlternatives(layer, geometry, routes) {
  routes.forEach((route, index) => {
    drawPath(layer, geometry, route, `way way-${index % 4}`);
    const parts = route.findIndex((square, i) => routes.some(other => other[i] !== square));
    const [x, y] = geometry.centre(route[Math.max(parts, 1)] ?? route[0]);
    draw('circle', { cx: x, cy: y, r: 24, class: 'badge' }, layer);
    draw('text', { x, y: y + 11, class: 'badge-number' }, layer).textContent = String(index + 1);
  });
}

/** @param {Element} layer @param {Geometry} geometry @param {number} square @param {Piece} piece */
export function drawDisc(layer, geometry, square, piece) {
  const [x, y] = geometry.centre(square);
  const group = draw('g', { class: `disc ${piece.side}`, transform: `translate(${x} ${y})`, 'data-square': square }, layer);
  for (const dy of piece.king ? [6, -6] : [0]) {
    draw('circle', { cy: dy, r: 38, class: 'body', fill: `url(#disc-${piece.side})` }, group);
    draw('circle', { cy: dy, r: 29, class: 'groove' }, group);
  }
  if (piece.king) draw('path', { d: 'M-17 1l-4-20 10 9L0-25l11 15 10-9-4 20z', class: 'crown' }, group);
  return group;
}
