// Playing by ear and by touch (FID-IT 15.1.8): keys that say the board, a row, a kind of piece, the last move, the moves that can
// be made and the clocks; the same as plain text for a braille display; and speech by the browser's own voices.
import { addressOf } from '../api.js';
import { clockFace } from '../clock.js';
import { byId } from '../dom.js';
import { piecesOf } from '../fen.js';
import { setting } from '../settings.js';
import { t } from '../texts.js';
import { isOwn } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('api').Game} Game */
/** @typedef {import('../fen.js').Piece} Piece */

const SIDES = /** @type {const} */ (['white', 'black']);

/** How moves and squares are said: as they are written, if nothing else is set. */
const manner = () => setting('announce') || (setting('notation') === 'algebraic' ? 'letters' : 'numbers');

/** A square as it is said. @param {Game} game @param {number} square */
const nameOf = (game, square) => (manner() === 'letters' ? game.board.squares[square - 1]?.[2] ?? String(square) : String(square));

/** @param {Game} game @param {number[]} squares */
const list = (game, squares) => squares.map(square => nameOf(game, square)).join(', ') || t('heard-none');

/** @param {Piece} piece */
const kindOf = piece => t(`${piece.side}-${piece.king ? 'king' : 'man'}`);

/** The squares of a kind of piece. @param {Map<number, Piece>} pieces @param {'white' | 'black'} side @param {boolean} king */
const squaresOf = (pieces, side, king) => [...pieces].filter(([, piece]) => piece.side === side && piece.king === king).map(([square]) => square).sort((a, b) => a - b);

/** One kind of piece of both sides. @param {Game} game @param {boolean} king */
function kind(game, king) {
  const pieces = piecesOf(game.view.fen);
  return SIDES.map(side => t(king ? 'heard-kings' : 'heard-men', { side: t(side), text: list(game, squaresOf(pieces, side, king)) })).join(' ');
}

/** The whole board: White's men and kings, then Black's. @param {Game} game */
export function wholeBoard(game) {
  const pieces = piecesOf(game.view.fen);
  const said = SIDES.map(side => {
    const [men, kings] = [squaresOf(pieces, side, false), squaresOf(pieces, side, true)];
    return t('heard-men', { side: t(side), text: list(game, men) }) + (kings.length ? ` ${t('heard-kings', { side: t(side), text: list(game, kings) })}` : '');
  });
  return [...said, t('heard-turn', { side: t(game.view.turn) })].join(' ');
}

/** The row of a square, from left to right as the board lies. @param {Game} game @param {number} square @param {boolean} flipped */
function rowOf(game, square, flipped) {
  const pieces = piecesOf(game.view.fen), [row] = game.board.squares[square - 1] ?? [0];
  const squares = game.board.squares.map(([r, c], i) => ({ r, c, square: i + 1 })).filter(({ r }) => r === row).sort((a, b) => (flipped ? b.c - a.c : a.c - b.c));
  return squares.map(({ square: one }) => {
    const piece = pieces.get(one);
    return `${nameOf(game, one)} ${piece ? kindOf(piece) : t('square-empty')}`;
  }).join(', ');
}

/** A move with what it captured, in the words that are set. @param {Game | null} before @param {Game} game */
export function heardMove(before, game) {
  const played = game.view.moves.at(-1), { last } = game;
  if (!played) return t('blindfold-no-move');
  const side = t(played.by ?? 'arbiter'), mode = manner();
  if (!last?.path.length) return t('moved', { side, move: played.notation });
  const earlier = piecesOf(before?.view.fen ?? ''), route = last.path.map(square => nameOf(game, square));
  const mover = earlier.get(last.path[0]), crowned = mover && !mover.king && piecesOf(game.view.fen).get(last.path.at(-1) ?? 0)?.king;
  const taken = last.captures.map(square => {
    const piece = earlier.get(square);
    return mode === 'words' && piece ? t('heard-on', { piece: kindOf(piece), square: nameOf(game, square) }) : nameOf(game, square);
  });
  const move = mode === 'words' ? t('heard-move', { piece: mover ? kindOf(mover) : '', text: route.join(t('heard-then')) }) : route.join(taken.length ? 'x' : '-');
  return [t('moved', { side, move }), taken.length ? t('heard-captures', { text: taken.join(', ') }) : '', crowned ? t('heard-crowned') : ''].filter(Boolean).join('. ');
}

/** The clocks. @param {GameState} state */
function clocks({ game, clocks: faces, received }) {
  const said = SIDES.flatMap((side, i) => {
    const face = faces[i];
    if (!face) return [];
    const gone = face.runs && !game?.view.end ? Math.max(0, performance.now() - received - face.free) : 0;
    return [`${t(side)} ${clockFace(Math.max(0, (face.left > 0 ? face.left : face['in-period']) - gone))}`];
  });
  return said.join(', ') || t('no-clock');
}

/** The board in rows of characters, no wider than a braille display: a letter for a piece, a capital for a king. @param {Game} game */
export function asText(game) {
  const pieces = piecesOf(game.view.fen), { size, squares } = game.board;
  const letter = /** @param {number} i */ i => {
    const piece = pieces.get(i + 1), sign = piece ? t(piece.side === 'white' ? 'braille-white' : 'braille-black') : '.';
    return piece?.king ? sign.toUpperCase() : sign;
  };
  const rows = Array.from({ length: size }, (_, row) => {
    const cells = Array.from({ length: size }, () => ' ');
    squares.forEach(([r, column], i) => { if (r === row) cells[column] = letter(i); });
    return `${String(size - row).padStart(2)} ${cells.join('')}`;
  });
  return [...rows, `   ${'abcdefghij'.slice(0, size)}`, ...wholeBoard(game).match(/.{1,40}(?:\s|$)/g) ?? []].map(line => line.trimEnd()).join('\n');
}

/** Says a text by the browser's voice, if that is wanted. @param {string} text */
export function speak(text) {
  if (!setting('speak') || !text || !('speechSynthesis' in globalThis)) return;
  const { lang } = document.documentElement, words = new SpeechSynthesisUtterance(text);
  words.lang = { it: 'it-IT', pt: 'pt-BR', en: 'en-GB' }[lang] ?? lang;
  words.voice = speechSynthesis.getVoices().find(voice => voice.lang.startsWith(lang)) ?? null;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

/** What each key says. @param {GameState} state @param {number} focused the square with the focus @returns {Record<string, () => string>} */
function commands(state, focused) {
  const { game } = state;
  if (!game) return {};
  const covered = () => t('blindfold-no-board');
  const board = /** @param {() => string} say */ say => (game.concealed ? covered : say);
  return {
    b: board(() => wholeBoard(game)),
    r: board(() => rowOf(game, focused, state.flipped)),
    m: board(() => kind(game, false)),
    k: board(() => kind(game, true)),
    l: board(() => (isOwn(state, game.view.turn) && game.view.legal.length ? t('heard-legal', { text: game.view.legal.map(({ notation }) => notation.replace(/\d+/g, number => nameOf(game, Number(number)))).join(', ') }) : t('heard-no-legal'))),
    x: () => heard || t('blindfold-no-move'),
    t: () => clocks(state),
    h: () => t('heard-help'),
  };
}

/** The last move, as it was announced. */
let heard = '';

/** Announces a move, and remembers it for the key that says it again. @param {Game | null} before @param {Game} game */
export function announceMove(before, game) {
  heard = game.concealed ? t('moved', { side: t(game.view.moves.at(-1)?.by ?? 'arbiter'), move: game.view.moves.at(-1)?.notation ?? '' }) : heardMove(before, game);
  return heard;
}

/**
 * Follows the keys, and keeps the text of the board.
 * @param {import('../state.js').State<GameState>} state @param {import('../board.js').DamieraBoard} board @param {(text: string) => void} announce
 */
export function followListening(state, board, announce) {
  addEventListener('keydown', event => {
    const at = event.target instanceof HTMLElement ? event.target : document.body;
    if (!setting('keys') || event.altKey || event.ctrlKey || event.metaKey || at.closest('input, select, textarea')) return;
    const say = commands(state.current, board.state.focused)[event.key.toLowerCase()];
    if (!say) return;
    event.preventDefault();
    announce(''); // so that the same text is announced again
    requestAnimationFrame(() => { announce(say()); });
  });
  state.follow(['game'], ({ game }) => {
    const place = byId('as-text');
    place.hidden = !game || game.concealed;
    if (!game || game.concealed) return;
    byId('as-text-board').textContent = asText(game);
    byId('raised').setAttribute('href', `${addressOf('GET /api/diagram.svg', { query: { game: game.view.variant, fen: game.view.fen, look: 'raised' } })}`);
  });
}
