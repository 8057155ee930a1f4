// The host's view of an exhibition: one board to play on, the others in sight, the next that waits one key away.
import { byId, fieldById, make } from '../dom.js';
import { actions, announce, state as game } from '../game.js';
import { isOwn, written } from '../game/model.js';
import { keep, setting } from '../settings.js';
import { createState } from '../state.js';
import { t } from '../texts.js';
import { drawBoard, followExhibition, looksSame, POINTS, scoreOf, scoreText } from './boards.js';
import { followSwipes } from './swipe.js';

/** @typedef {import('api').Exhibition} Exhibition */
/** @typedef {import('api').ExhibitionBoard} ExhibitionBoard */

/** Milliseconds for which the host sees the own move, or how a game ended, before the page goes on. */
const AFTER_MOVE = matchMedia('(prefers-reduced-motion: reduce)').matches ? 120 : 450, AFTER_END = 1500, AFTER_ALL = 3000;

/** @type {Exhibition} */
const initial = JSON.parse(byId('state').textContent ?? '{}');
const page = `/exhibition/${initial.id}`;
const model = createState({
  exhibition: initial, boards: initial.boards, current: initial.boards.find(board => board.game === game.current.id)?.board ?? 0,
  isAuto: setting('autoNext') !== '',
});

/** Whether the host has nothing to do on this board, and goes on as soon as somebody waits. */
let isIdle = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;

const isPlayed = /** @param {ExhibitionBoard} board */ board => board.state === 'host' || board.state === 'player';
const byNumber = /** @param {number} number */ number => model.current.boards.find(({ board }) => board === number);

/** The next board in the order of the round: one that waits, or else one that is played. @param {1 | -1} direction */
function nextBoard(direction) {
  const { boards, current } = model.current, at = boards.findIndex(({ board }) => board === current);
  const round = [...boards.slice(at + 1), ...boards.slice(0, Math.max(at, 0))];
  if (direction < 0) round.reverse();
  return { waiting: round.find(({ state }) => state === 'host'), played: round.find(isPlayed) };
}

/** Turns to a board. A move that has not been sent yet would be lost: then the page stays. @param {ExhibitionBoard | undefined} board */
function go(board) {
  clearTimeout(timer);
  if (!board?.game || board.board === model.current.current || (actions.connection.unanswered.length && !actions.connection.isUp)) return;
  actions.open(board.game);
  isIdle = false;
  model.update({ current: board.board });
  announce(t('simul-board-title', { made: board.board, text: board.player || t('guest') }));
}

/** @param {1 | -1} direction */
function step(direction) {
  const { waiting, played } = nextBoard(direction);
  if (model.current.exhibition.stage === 'over') location.href = page;
  else go(waiting ?? played);
}

/** Goes on by itself, if that is wanted and somebody waits; else as soon as somebody does. */
function goOn() {
  isIdle = true;
  if (model.current.isAuto) go(nextBoard(1).waiting);
}

// Views.

/** @type {Map<number, { button: HTMLElement, shown: ExhibitionBoard }>} */
const small = new Map();

/** @param {ExhibitionBoard} board */
function statusOf(board) {
  if (board.outcome) return POINTS[board.outcome];
  if (board.offer && board.offer !== board.host) return t('simul-offers');
  return board.state === 'host' ? t('simul-yours') : board.state === 'player' ? t('simul-thinks') : t('simul-taken');
}

/** @param {ExhibitionBoard} board */
function renderSmall(board) {
  const known = small.get(board.board);
  if (known && looksSame(known.shown, board)) return;
  const button = known?.button ?? make('button', { type: 'button', class: 'b', 'data-board': String(board.board) });
  if (!known) {
    button.addEventListener('click', () => { go(byNumber(board.board)); });
    // Somebody who joins late may have a board between others.
    const later = [...small].filter(([number]) => number > board.board).sort(([a], [b]) => a - b)[0]?.[1].button.parentElement;
    byId('strip').insertBefore(make('li', {}, button), later ?? null);
  }
  button.dataset.state = board.state;
  button.classList.toggle('offer', Boolean(board.offer && board.offer !== board.host && !board.outcome));
  const outcome = board.outcome ? t(`simul-outcome-${board.outcome}`) : '';
  button.replaceChildren(drawBoard(board), make('span', {}, make('b', {}, String(board.board)), ` · ${statusOf(board)}`),
    make('i', { class: 'unseen' }, [board.player || t('guest'), outcome].filter(Boolean).join(', ')));
  small.set(board.board, { button, shown: board });
}

model.follow(['boards'], ({ boards }) => {
  for (const board of boards) if (board.game) renderSmall(board);
});

model.follow(['current'], ({ current }) => {
  for (const [number, { button }] of small) button.toggleAttribute('aria-current', number === current);
  const button = small.get(current)?.button, strip = byId('strip');
  if (button) {
    button.setAttribute('aria-current', 'true');
    strip.scrollTo({ left: button.offsetLeft - (strip.clientWidth - button.clientWidth) / 2, top: button.offsetTop - (strip.clientHeight - button.clientHeight) / 2 });
  }
});

model.follow(['boards', 'current', 'exhibition'], ({ boards, current, exhibition }) => {
  const score = scoreOf(boards), board = byNumber(current), { waiting } = nextBoard(1), isOver = exhibition.stage === 'over';
  byId('counter').textContent = t('simul-waiting', { made: score.waiting, limit: score.playing });
  byId('score').textContent = scoreText(score);
  byId('simul-link').setAttribute('href', page);
  const next = fieldById('next');
  next.disabled = !waiting && !isOver;
  byId('next-text').textContent = isOver ? t('simul-all-over') : waiting ? t('simul-next', { made: waiting.board }) : t('simul-none-waits');
  if (board) byId('board-title').textContent = t('simul-board-title', { made: board.board, text: board.player || t('guest') });
});

game.follow(['game', 'notation'], now => {
  if (!now.game) return;
  const { view } = now.game, last = view.moves.at(-1);
  const played = last?.by && !view.end ? t('simul-just-played', { side: t(last.by), move: written(now, last.notation) }) : '';
  byId('board-about').textContent = [t(view.variant), played].filter(Boolean).join(' · ');
});

// What happens.

/** @param {ExhibitionBoard[]} boards @param {Exhibition} [exhibition] */
function hear(boards, exhibition = model.current.exhibition) {
  const wasOver = model.current.exhibition.stage === 'over';
  model.update({ boards, exhibition });
  if (exhibition.stage === 'over' && !wasOver) {
    announce(t('simul-all-over'));
    if (model.current.isAuto) setTimeout(() => { location.href = page; }, AFTER_ALL);
  } else if (isIdle && model.current.isAuto) go(nextBoard(1).waiting);
}

followExhibition(initial.id, {
  exhibition: exhibition => { hear(exhibition.boards, exhibition); },
  board: board => { hear(model.current.boards.map(one => (one.board === board.board ? board : one))); },
});

/** The game that was last looked at, and whether it was the host's turn there. */
let before = { id: '', isMine: false, isOver: false };
game.follow(['game', 'sides'], now => {
  if (!now.game || now.game.id !== now.id) return;
  const isOver = Boolean(now.game.view.end), isMine = !isOver && isOwn(now, now.game.view.turn), was = before;
  before = { id: now.id, isMine, isOver };
  if (was.id !== now.id) {
    isIdle = !isMine && !isOver && byNumber(model.current.current)?.state !== 'host' && isIdle;
    return;
  }
  if (isOver && !was.isOver) timer = setTimeout(goOn, AFTER_END);
  else if (was.isMine && !isMine) timer = setTimeout(goOn, AFTER_MOVE);
  else if (isMine) isIdle = false;
});

// What the host does.

byId('next').addEventListener('click', () => { step(1); });
const auto = fieldById('auto');
auto.checked = model.current.isAuto;
auto.addEventListener('change', () => {
  keep('autoNext', auto.checked ? 'on' : '');
  model.update({ isAuto: auto.checked });
  if (auto.checked && isIdle) goOn();
});

addEventListener('keydown', event => {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (!setting('keys') || event.altKey || event.ctrlKey || event.metaKey || at.closest('input:not([type=checkbox]), select, textarea')) return;
  const direction = { n: /** @type {const} */ (1), p: /** @type {const} */ (-1) }[event.key.toLowerCase()];
  if (!direction) return;
  event.preventDefault();
  step(direction);
});

followSwipes(byId('game'), direction => { step(direction); });

// A page that opens while nobody waits goes on as soon as somebody does.
isIdle = byNumber(model.current.current)?.state !== 'host';
