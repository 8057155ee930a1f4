// The game page: shows what the server says of the game, and sends what a person tries.
import { DamieraBoard } from './board.js';
import { byId, onCustom } from './dom.js';
import { GameActions } from './game/actions.js';
import { followGame } from './game/board-view.js';
import { renderCovered } from './game/covered.js';
import { keepPlaying, renderButtons, renderOffers } from './game/buttons.js';
import { followChat } from './game/chat.js';
import { drawIrregularities } from './game/irregularity.js';
import { followListening, speak } from './game/listening.js';
import { initialState } from './game/model.js';
import { Replay } from './game/replay.js';
import { renderReport, setUpReport } from './game/report.js';
import { followTurn } from './game/turn.js';
import { renderClock, renderCounts, renderIdle, renderMain, renderMoves, renderPlayer, renderQuestion, seating } from './game/views.js';
import { showLink } from './link.js';
import { showRuling } from './ruling.js';
import { setting, settingsIn } from './settings.js';
import { listenForMoves } from './spoken.js';
import { createState } from './state.js';
import { t } from './texts.js';
import { typedMoves } from './typed.js';

// The answer to the form of a new game is the game, at the address of the form: from now on it can be loaded anew.
if (location.pathname === '/') history.replaceState(null, '', `/game/${byId('game').dataset.id}`);

export const board = /** @type {DamieraBoard} */ (byId('board'));
board.toggleAttribute('data-keys', setting('keys') !== '');
export const state = createState(initialState(byId('game').dataset.id ?? ''));
export const announce = /** @param {string} text */ text => { byId('announce').textContent = text; speak(text); };
export const actions = new GameActions(state, board);
const replay = new Replay(state, board, announce);

// Views.

state.follow(['game', 'link', 'viewed', 'sides', 'consult', 'consultAsked'], now => { renderMain(byId('game'), now); });
state.follow(['game', 'presence', 'flipped', 'sides'], now => {
  for (const [place, side] of seating(now)) renderPlayer(byId(place), now, side);
});
state.follow(['game', 'viewed', 'notation'], now => { renderMoves(byId('moves'), now, ply => { replay.look(ply); }); });
state.follow(['game'], now => { renderCounts(byId('counts'), now); });
state.follow(['game', 'sides'], now => { renderOffers(byId('offers'), now, actions); });
state.follow(['game', 'sides', 'rematchBy', 'resigning', 'consult', 'consultAsked'], now => { renderButtons(byId('acts'), now, actions); });
state.follow(['game', 'sides'], now => { renderReport(byId('report'), now); });
state.follow(['ruling'], ({ ruling }) => { showRuling(byId('ruling'), ruling); speak([ruling?.title, ruling?.text].filter(Boolean).join('. ')); });
state.follow(['link', 'unsent'], ({ link, unsent }) => { showLink(link, unsent); });
state.follow(['game', 'sides', 'viewed'], now => { renderIdle(byId('idle'), now); });
state.follow(['question'], now => { renderQuestion(byId('ways'), now); });
state.follow(['game', 'sides', 'consult'], ({ game, sides, consult }) => {
  byId('typed').hidden = (!sides.length && !consult) || Boolean(game?.view.end);
  if (!game) return;
  byId('title').textContent = t(`${game.view.variant}-draughts`);
});
state.follow(['game', 'sides', 'coordinates'], renderCovered);
followGame(state, board, announce);
followListening(state, board, announce);
drawIrregularities(state, board);
followTurn(state);
followChat(state, actions, announce);

/** A side that several people hold, loaded only there. @type {Promise<unknown> | null} */ let consultation = null;
state.follow(['game'], ({ game }) => {
  if (game?.consultation) consultation ??= import('./game/consultation.js').then(({ followConsultation }) => { followConsultation(state, board, actions); });
});

/** What a correspondence game has besides, loaded only there. @type {Promise<unknown> | null} */ let correspondence = null;
state.follow(['game', 'sides'], ({ game, sides }) => {
  if (game?.correspondence && sides.length) correspondence ??= import('./game/correspondence.js').then(({ followCorrespondence }) => { followCorrespondence(state, board, actions); });
});

/** The arbiter's panel, loaded only at a table. @type {Promise<unknown> | null} */ let arbiter = null;
state.follow(['game'], ({ game }) => {
  if (game?.table) arbiter ??= import('./arbiter/panel.js').then(({ ArbiterPanel }) => new ArbiterPanel(byId('arbiter'), board, state, actions));
});

const { searchParams } = new URL(location.href);
const [ofEvent, atBoard] = [searchParams.get('event'), Number(searchParams.get('board'))];
if (ofEvent && atBoard) void import('./event/panel.js').then(({ showPanel }) => { showPanel(ofEvent, atBoard, byId('arbiter')); });

// Events.

onCustom(board, 'try', notation => { actions.play(/** @type {string} */ (notation)); });
onCustom(board, 'fork', moves => { actions.askWhich(/** @type {import('api').Legal[]} */ (moves)); });
/** What was said half-way through a capture. */
let goesOn = '';
onCustom(board, 'chosen', () => {
  const text = board.describeChosen();
  goesOn = board.state.chosen.length > 1 ? text : '';
  if (!goesOn) announce(text);
  state.update({ question: null, ...(state.current.game?.view.end ? {} : { ruling: goesOn ? { text } : null }) });
});
onCustom(board, 'unplan', () => { actions.cancelPlan(); });

setUpReport(byId('report'), () => state.current);
typedMoves(byId('typed'), notation => { actions.play(notation); });
listenForMoves(byId('typed'), () => state.current.game?.board.squares.length ?? 0, notation => { actions.confirmSpoken(notation); },
  text => { state.update({ ruling: { text } }); });

for (const step of /** @type {NodeListOf<HTMLElement>} */ (byId('steps').querySelectorAll('[data-step]'))) {
  step.addEventListener('click', () => { replay.step(/** @type {import('./game/replay.js').Direction} */ (step.dataset.step)); });
}

addEventListener('pointerdown', event => {
  if (event.target instanceof Element && !event.target.closest('damiera-board, a, button, input, summary, label')) board.unplan();
});

/** Leaves what is asked without an answer, or gives up the move that is kept for the next turn. */
function escape() {
  const { question, resigning } = state.current;
  if (resigning) keepPlaying(actions);
  else if (question) actions.leaveQuestion();
  else board.unplan();
  if (goesOn && state.current.ruling?.text === goesOn) state.update({ ruling: null });
}

addEventListener('keydown', event => {
  if (event.key === 'Escape') escape();
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (event.altKey || event.ctrlKey || event.metaKey || at.closest('input, select, textarea')) return;
  state.current.question?.choices[Number(event.key) - 1]?.click();
  /** @type {Record<string, import('./game/replay.js').Direction>} */
  const anywhere = { PageUp: 'back', PageDown: 'on' };
  const step = at.closest('damiera-board') ? anywhere[event.key]
    : { ...anywhere, ArrowLeft: /** @type {const} */ ('back'), ArrowRight: /** @type {const} */ ('on'), ArrowUp: /** @type {const} */ ('first'), ArrowDown: /** @type {const} */ ('last') }[event.key];
  if (!step || !state.current.game) return;
  event.preventDefault();
  replay.step(step);
});

if (sessionStorage.getItem('by-keys') && state.current.sides.length && !state.current.game?.view.end) board.focusSquare(board.state.focused);

settingsIn(byId('settings'), () => { state.update({ coordinates: setting('coordinates'), notation: setting('notation') }); });

/** Whether little time was left at the last look: it is announced once. */
let isLow = false;

/** Clocks run between two messages of the server. */
setInterval(() => {
  if (!state.current.game) return; // the page turns to another game
  const expired = seating(state.current).map(([place, side]) => renderClock(byId(place), state.current, side));
  const [[, near]] = seating(state.current), low = state.current.sides.includes(near) ? document.querySelector('#near .clock.low') : null;
  if (low && !isLow) announce(t('low-time', { text: low.textContent ?? '' }));
  isLow = low !== null;
  if (expired.some(Boolean)) {
    state.update({ received: performance.now() }); // the server is asked once a period
    actions.refresh();
  }
}, 100);
