// The parts of the game page that follow its state, except the board and the buttons.
import { clockFace, controlText } from '../clock.js';
import { make, setText } from '../dom.js';
import { piecesOf } from '../fen.js';
import { articlePage } from '../ruling.js';
import { t } from '../texts.js';
import { isOwnTurn, isRemote, isShared, isWatching, other, plies, written } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('api').Side} Side */

/** A player's row: name, colour, presence and whose move it is. @param {HTMLElement} row @param {GameState} state @param {Side} side */
export function renderPlayer(row, state, side) {
  const { game, presence } = state;
  if (!game) return;
  const seat = game.seats[side], isTurn = game.view.turn === side && !game.view.end;
  const both = isShared(state), remote = isRemote(state, side), given = game.names[side === 'white' ? 0 : 1], name = given ?? t('guest');
  row.dataset.side = side;
  const shown = seat.kind === 'engine' ? t('damiera-level', { level: seat.level }) : both ? given ?? t(side) : remote ? name : t('you');
  renderName(/** @type {HTMLElement} */ (row.querySelector('.who')), shown, given && remote && game.profiles[side === 'white' ? 0 : 1] ? given : '');
  const doing = !isTurn ? '' : seat.kind === 'engine' ? t('thinking') : both || remote ? t('to-move') : t('your-move');
  // Who plays many games at once is not away while at another board.
  const absent = game.simultaneous === side ? 'simul-elsewhere' : 'opponent-away', isAway = remote && presence !== null && !presence[side];
  // By correspondence nobody is expected at the board.
  const here = remote && presence && !game.view.end && !(isAway && game.correspondence) ? t(isAway ? absent : 'opponent-here') : '';
  const away = game.vacation?.[side === 'white' ? 0 : 1]?.since && !game.view.end ? t('corr-on-vacation') : '';
  setText(row, '.state', [both && !given ? '' : t(side), away || here, doing].filter(Boolean).join(' · '));
  renderMaterial(/** @type {HTMLElement} */ (row.querySelector('.material')), game.view.fen, side);
  row.classList.toggle('away', isAway && game.simultaneous !== side && !game.correspondence);
  row.classList.toggle('turn', isTurn);
}

/** A player's name, with a link to the profile of an account. @param {HTMLElement} place @param {string} name @param {string} account */
function renderName(place, name, account) {
  if (place.textContent === name && Boolean(place.firstElementChild) === Boolean(account)) return;
  place.replaceChildren(account ? make('a', { href: `/player/${encodeURIComponent(account)}` }, name) : name);
}

/** How many pieces a side is ahead, and its kings. @param {HTMLElement} place @param {string} fen @param {Side} side */
function renderMaterial(place, fen, side) {
  const pieces = [...piecesOf(fen).values()], own = pieces.filter(piece => piece.side === side), kings = own.filter(piece => piece.king).length;
  const ahead = 2 * own.length - pieces.length, text = [ahead > 0 ? `+${ahead}` : '', kings ? t(`kings-${side}`, { made: kings }) : ''].filter(Boolean).join(' ');
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  const chip = make('i', { class: `chip ${side}-king`, role: 'img', 'aria-label': t(`${side}-king`) });
  place.replaceChildren(...(ahead > 0 ? [`+${ahead}`] : []), ...(kings ? [chip, `×${kings}`] : []));
}

/**
 * A clock; says whether its period has run out since the server was last heard. Without a connection nobody here knows which
 * clock runs, so both stand at the last known time and are marked.
 * @param {HTMLElement} row @param {GameState} state @param {Side} side
 */
export function renderClock(row, { game, clocks, received, link, heard }, side) {
  const face = clocks[side === 'white' ? 0 : 1], clock = /** @type {HTMLElement} */ (row.querySelector('.clock'));
  clock.hidden = !face;
  if (!face) return false;
  const isKnown = link !== 'down', now = isKnown ? performance.now() : Math.max(heard, received);
  const runs = face.runs && !game?.view.end, gone = runs ? Math.max(0, now - received - face.free) : 0;
  const left = (face.left > 0 ? face.left : face['in-period']) - gone;
  const periods = face.periods ? ` · ${t('periods-left', { made: face.periods })}` : '';
  const text = clockFace(Math.max(0, left)) + periods;
  if (clock.textContent !== text) {
    clock.textContent = text;
    clock.setAttribute('aria-label', `${t('clock-of', { side: t(`side-${side}`) })}: ${text}`);
  }
  clock.classList.toggle('runs', runs && isKnown);
  clock.classList.toggle('low', runs && isKnown && left < 20_000);
  clock.classList.toggle('stale', !isKnown && !game?.view.end);
  return isKnown && runs && left < 0 && face.periods > 0;
}

/** The list of moves. @param {HTMLElement} list @param {GameState} state @param {(ply: number) => void} look */
export function renderMoves(list, state, look) {
  const moves = state.game?.view.moves ?? [], current = state.viewed ?? moves.length;
  list.replaceChildren(...(moves.length ? [] : [make('li', { class: 'no-moves' }, t('no-moves-yet'))]));
  if (list.parentElement) list.parentElement.hidden = !state.game || (state.game.concealed && !moves.length);
  // Without the list of all moves nobody says which number the last ones have.
  list.classList.toggle('unnumbered', Boolean(state.game?.concealed && state.game.blindfold?.['move-list'] !== 'all'));
  /** @type {HTMLElement | null} */ let row = null;
  moves.forEach((move, i) => {
    if (move.by === moves[0].by || !row) {
      row = make('li');
      list.append(row);
    }
    const displacement = move.displacement && `${written(state, move.displacement)} ✗`;
    const text = move.irregularity ? displacement ?? t('pending-title') : move.by ? written(state, move.notation) : t('arbiter');
    const ply = make('button', { type: 'button', class: 'ply' }, text);
    if (move.irregularity || !move.by) ply.title = [move.irregularity && t('pending-title'), move.notation].filter(Boolean).join(': ');
    if (i + 1 === current) ply.setAttribute('aria-current', 'true');
    ply.addEventListener('click', () => { look(i + 1); });
    row.append(ply);
  });
  const now = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
  if (!now) return;
  list.scrollTop = now.offsetTop - list.clientHeight / 2;
  list.scrollLeft = now.offsetLeft - list.clientWidth / 2;
}

/** The counts that run towards a draw. @param {HTMLElement} card @param {GameState} state */
export function renderCounts(card, { game }) {
  const counts = game?.view.counts ?? [];
  card.hidden = !counts.length;
  card.replaceChildren(...counts.map(count => make('div', {}, make('span', {}, count.text), make('b', {}, `${count.made} / ${count.limit}`),
    make('progress', { max: String(count.limit), value: String(count.made), 'aria-label': count.text }),
    make('a', { href: articlePage(count.article) }, count.article))));
}

/** What stands where rulings appear while there is none: the game that is played, which of its moves is looked at, and before one's first move how to make it. @param {HTMLElement} place @param {GameState} state */
export function renderIdle(place, state) {
  const { game } = state;
  if (!game) return;
  const [white, black] = game.clocks.map(control => controlText(control)), clock = white === black ? white : `${white} / ${black}`;
  setText(place, 'p', [t(`${game.view.variant}-draughts`), clock, ...(game.rated ? [t('rated')] : [])].join(' · '));
  const isFirst = isOwnTurn(state) && !game.concealed && !game.simultaneous && !game.view.moves.some(move => move.by === game.view.turn && typeof move.at === 'number');
  setText(place, '.how', state.viewed !== null ? t('looking-back', { made: state.viewed, limit: plies(state) }) : isFirst ? t('how-to-move') : '');
}

/** A question with its buttons. @param {HTMLElement} card @param {Pick<GameState, 'question' | 'focused'>} state */
export function renderQuestion(card, { question, focused }) {
  if (!question && card.contains(document.activeElement)) focused?.focus({ preventScroll: true });
  card.hidden = !question;
  card.replaceChildren(...(question ? [make('p', {}, question.text), ...question.choices] : []));
  question?.choices[0]?.focus();
}

/** What the tests and the styles read off the page. @param {HTMLElement} main @param {GameState} state */
export function renderMain(main, state) {
  const { game, link, viewed } = state;
  if (link) main.dataset.line = link;
  main.classList.toggle('looking', viewed !== null);
  if (!game) { delete main.dataset.state; return; }
  main.dataset.ply = String(game.view.moves.length);
  main.dataset.state = game.view.end ? 'over' : isOwnTurn(state) ? 'move' : 'wait';
  main.classList.toggle('watching', isWatching(state));
}

/** The sides as they sit: near first. @param {GameState} state @returns {[string, Side][]} */
export function seating({ flipped }) {
  /** @type {Side} */ const near = flipped ? 'black' : 'white';
  return [['near', near], ['far', other(near)]];
}
