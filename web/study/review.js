// The review of a game: a graph of the score, and every mistake with what was better.
import { addressOf, call } from '../api.js';
import { button, byId, make, setText } from '../dom.js';
import { t } from '../texts.js';
import { sourceOf } from './model.js';

/** @typedef {import('api').Review} Review */
/** @typedef {Review['moves'][number]} ReviewedMove */
/** @typedef {import('./model.js').StudyState} StudyState */
/** @typedef {import('./actions.js').StudyActions} StudyActions */

/** Scores beyond so many men look alike. */
const MOST = 3;
const SVG = 'http://www.w3.org/2000/svg';

/** The nodes of the game itself, by half-move. @param {StudyState} state */
function mainLine({ tree }) {
  const nodes = [tree.root];
  for (let next = tree.children(tree.root)[0]; next && !next.own; [next] = tree.children(next)) nodes.push(next);
  return nodes.filter((node, i) => i === 0 || node.step);
}

/** Offers a review where there are moves; begins at once if the address asks for it. @param {import('../state.js').State<StudyState>} state @param {StudyActions} actions */
export function offerReview(state, actions) {
  const start = byId('review'), line = mainLine(state.current);
  start.textContent = offer();
  start.hidden = line.length < 2 || state.current.study['in-play'];
  start.addEventListener('click', () => {
    if (cancel) { cancel(); return; }
    run(state, actions);
    start.textContent = t('review-cancel');
  });
  if (!start.hidden && new URLSearchParams(location.search).has('review')) start.click();
}

/** Somebody else's game is not asked about in the first person. */
const offer = () => t(sourceOf().path.kind === 'played' ? 'review' : 'review-any');

/** Ends the review that runs, if one does. @type {(() => void) | null} */
let cancel = null;

/** @param {import('../state.js').State<StudyState>} state @param {StudyActions} actions */
function run(state, actions) {
  const status = byId('review-state'), source = new EventSource(addressOf('GET /api/study/{kind}/{id}/review', sourceOf()));
  let job = '';
  /** @param {string} text what is said afterwards @param {boolean} isDone whether there is nothing left to review */
  const end = (text, isDone) => {
    cancel = null;
    source.close();
    status.textContent = text;
    byId('review').textContent = offer();
    byId('review').hidden = isDone;
  };
  cancel = () => {
    end('', false);
    if (job) void call('DELETE /api/jobs/{id}', { path: { id: job } });
  };
  addEventListener('pagehide', () => { source.close(); });
  status.textContent = t('analysis-waiting');
  source.onmessage = event => {
    /** @type {Review} */ const review = JSON.parse(event.data);
    job = review.job;
    status.textContent = review.done ? '' : review.all ? t('review-progress', { made: review.ply, limit: review.all }) : t('analysis-waiting');
    if (!review.done) return;
    end('', true);
    show(review.moves, state, actions);
  };
  source.onerror = () => { end(t('analysis-busy'), false); };
}

/** @param {ReviewedMove[]} moves @param {import('../state.js').State<StudyState>} state @param {StudyActions} actions */
function show(moves, state, actions) {
  const line = mainLine(state.current), mistakes = moves.filter(move => move.sign);
  for (const { ply, sign } of mistakes) {
    const node = line[ply];
    if (node && sign && !node.marks.some(mark => /^[!?]/.test(mark.sign))) node.marks = [...node.marks, { sign, text: t('review-mark') }];
  }
  const item = /** @param {ReviewedMove} move */ move => {
    const before = line[move.ply - 1], number = line[move.ply]?.number ?? '';
    return make('li', {}, button(`${number} ${move.notation}${move.sign}`, () => { actions.go(before); }),
      make('span', {}, move.better.length ? t('review-better', { move: move.better.slice(0, 6).join(' ') }) : ''));
  };
  // Whoever comes from a game of their own sees their own mistakes; those of the opponent are a click away.
  const side = new URLSearchParams(location.search).get('side'), isOther = /** @param {ReviewedMove} move */ ({ ply }) => side !== null && line[ply]?.step?.by !== side;
  const own = mistakes.filter(move => !isOther(move)), theirs = mistakes.filter(isOther);
  byId('mistakes').replaceChildren(...own.map(item));
  byId('no-mistakes').hidden = own.length > 0;
  byId('theirs').hidden = !theirs.length;
  setText(byId('theirs'), 'summary', t('review-theirs', { made: theirs.length }));
  byId('theirs').querySelector('ol')?.replaceChildren(...theirs.map(item));
  byId('graph').replaceChildren(graph(moves, ply => { actions.go(line[ply]); }));
  state.update({ revision: state.current.revision + 1 });
  if (own[0]) actions.go(line[own[0].ply - 1]);
}

/** The score after each half-move; a press goes there. @param {ReviewedMove[]} moves @param {(ply: number) => void} go */
function graph(moves, go) {
  const svg = document.createElementNS(SVG, 'svg'), width = Math.max(moves.length, 2);
  svg.setAttribute('viewBox', `0 0 ${width} ${2 * MOST}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const points = moves.map(({ ply, men }) => `${ply - 0.5},${MOST - Math.max(-MOST, Math.min(MOST, men))}`);
  const draw = /** @param {string} name @param {Record<string, string>} attributes */ (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    svg.append(element);
  };
  draw('polygon', { points: `0.5,${MOST} ${points.join(' ')} ${width - 0.5},${MOST}`, class: 'area' });
  draw('polyline', { points: points.join(' '), class: 'score' });
  draw('line', { x1: '0', x2: String(width), y1: String(MOST), y2: String(MOST), class: 'level' });
  for (const { ply, sign } of moves) if (sign) draw('rect', { x: String(ply - 0.7), y: '0', width: '0.4', height: String(2 * MOST), class: 'mistake' });
  svg.addEventListener('click', event => {
    const box = svg.getBoundingClientRect();
    go(Math.max(1, Math.min(moves.length, Math.ceil((event.clientX - box.left) / box.width * width))));
  });
  return svg;
}
