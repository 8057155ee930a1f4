// The study of a game: replay, a reader's own variations, analysis, endgame tables, and everything to take away.
import { call } from './api.js';
import { DamieraBoard } from './board.js';
import { byId, onCustom } from './dom.js';
import { piecesOf } from './fen.js';
import { renderQuestion } from './game/views.js';
import { showRuling } from './ruling.js';
import { setting } from './settings.js';
import { createState } from './state.js';
import { StudyActions } from './study/actions.js';
import { Analysis, renderTruth } from './study/analysis.js';
import { headOf, renderPlayer } from './study/head.js';
import { initialState, sourceOf } from './study/model.js';
import { offerNeighbours } from './study/neighbours.js';
import { offerPaste } from './study/paste.js';
import { renderLine } from './study/moves.js';
import { offerReview } from './study/review.js';
import { shareButtons } from './study/share.js';
import { t } from './texts.js';
import { typedMoves } from './typed.js';

/** @typedef {import('./study/actions.js').Direction} Direction */

/** @param {import('api').StudiedGame} study */
function begin(study) {
  const board = /** @type {DamieraBoard} */ (byId('board'));
  const state = createState(initialState(study));
  const actions = new StudyActions(state, board);
  const play = /** @param {string} notation */ notation => { actions.tryMove(notation); };
  const analysis = new Analysis(board, { play, isAllowed: !study['in-play'] });
  const { title, about } = headOf(study, sourceOf().path.kind === 'position');
  byId('title').textContent = title;
  byId('about').textContent = about;
  document.title = `Damiera · ${title}`;
  board.update({ layout: study.board, coordinates: setting('coordinates') });
  follow(state, board, actions, analysis);
  listen(state, board, actions);
  shareButtons(state);
  offerReview(state, actions);
  offerNeighbours();
  if (sourceOf().path.kind === 'position') offerPaste(study.variant);
  // A game opens at its end, unless the address names a position or asks for a review.
  const { tree } = state.current, isGame = sourceOf().path.kind !== 'position' && !new URLSearchParams(location.search).has('review');
  actions.go((location.hash ? tree.at(location.hash) : isGame ? tree.end(tree.root) : tree.root) ?? tree.root);
}

/**
 * Views.
 * @param {import('./state.js').State<import('./study/model.js').StudyState>} state @param {DamieraBoard} board
 * @param {StudyActions} actions @param {Analysis} analysis
 */
function follow(state, board, actions, analysis) {
  state.follow(['here', 'revision'], now => { renderLine(byId('line'), now, node => { actions.go(node); }); });
  state.follow(['here', 'revision'], ({ here, tree }) => {
    byId('drop-try').hidden = !here.own;
    byId('keep-tries').hidden = !tree.tries().length;
    const isStart = here === tree.root, isEnd = !tree.children(here).length;
    for (const id of ['first', 'back', 'forward', 'last']) {
      byId(id).setAttribute('aria-disabled', String(id === 'first' || id === 'back' ? isStart : isEnd));
    }
  });
  state.follow(['ruling'], ({ ruling }) => { showRuling(byId('ruling'), ruling); });
  state.follow(['question'], now => { renderQuestion(byId('ways'), now); });
  state.follow(['flipped', 'position'], now => {
    board.update({ flipped: now.flipped });
    renderPlayer(byId('near'), now, now.flipped ? 'black' : 'white');
    renderPlayer(byId('far'), now, now.flipped ? 'white' : 'black');
  });
  state.follow(['notice', 'byHand'], ({ notice, byHand }) => {
    const text = /** @type {HTMLTextAreaElement} */ (byId('by-hand'));
    byId('told').textContent = notice;
    text.hidden = !byHand;
    text.value = byHand;
    if (byHand) text.select();
  });
  let before = state.current.here;
  state.follow(['here'], ({ here, tree }) => {
    const { step } = here, isNext = here.parent === before.id && here !== before;
    before = here;
    analysis.look(tree.path(here));
    if (step) byId('announce').textContent = t('moved', { side: t(step.by), move: step.notation });
    board.arrive(isNext && step ? { path: step.squares, captures: step.captures } : null, {
      pieces: piecesOf(here.fen), last: step?.squares ?? [], taken: step?.captures ?? [], legal: [],
    });
  });
  state.follow(['position'], ({ position, study, here }) => {
    if (position) board.arrive(null, { legal: state.current.here === here ? position.legal : [], mover: position.turn });
    renderTruth(byId('truth'), study['in-play'] ? null : position?.truth, notation => { actions.tryMove(notation); });
  });
}

/** Events. @param {import('./state.js').State<import('./study/model.js').StudyState>} state @param {DamieraBoard} board @param {StudyActions} actions */
function listen(state, board, actions) {
  // After a move made with a pointer the arrow keys replay; after one made with the keyboard they stay on the board.
  const device = { current: 'keys' };
  board.addEventListener('pointerdown', () => { device.current = 'pointer'; }, true);
  board.addEventListener('keydown', () => { device.current = 'keys'; }, true);
  onCustom(board, 'try', async notation => {
    const isMade = await actions.tryMove(/** @type {string} */ (notation));
    if (isMade && device.current === 'pointer') byId('line').focus({ preventScroll: true });
  });
  onCustom(board, 'chosen', () => { state.update({ question: null, ruling: null }); });
  onCustom(board, 'fork', moves => { actions.askWhich(/** @type {import('api').Legal[]} */ (moves)); });

  for (const name of /** @type {Direction[]} */ (['first', 'back', 'forward', 'last'])) {
    byId(name).addEventListener('click', () => { actions.step(name); });
  }
  byId('flip').addEventListener('click', () => { state.update({ flipped: !state.current.flipped }); });
  byId('sign').addEventListener('change', event => {
    const list = /** @type {HTMLSelectElement} */ (event.target), { tree, here, revision } = state.current;
    if (list.value) tree.sign(here, list.value);
    list.value = '';
    state.update({ revision: revision + 1 });
  });
  byId('drop-try').addEventListener('click', () => { actions.dropVariation(); byId('line').focus(); });
  typedMoves(byId('typed'), notation => { actions.tryMove(notation); });
  // The reader's own variations are nowhere else: the browser asks before they are lost.
  addEventListener('beforeunload', event => { if (!state.current.isSaved && state.current.tree.tries().length) event.preventDefault(); });
  document.addEventListener('keydown', event => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, select, textarea, [role="grid"]')) return;
    /** @type {Record<string, Direction>} */
    const steps = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', ...(target.closest('#line') ? { ArrowUp: 'previous', ArrowDown: 'next' } : {}) };
    if (!steps[event.key]) return;
    event.preventDefault();
    actions.step(steps[event.key]);
  });
  addEventListener('hashchange', () => { actions.go(state.current.tree.at(location.hash)); });
}

const asked = await call('GET /api/study/{kind}/{id}', sourceOf());
if (asked.ok) begin(asked.answer);
else showRuling(byId('ruling'), { title: t('nothing-here'), text: asked.problem.text });
