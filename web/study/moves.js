// The moves of a record with its variations, marks and remarks.
import { clockFace } from '../clock.js';
import { make } from '../dom.js';
import { t } from '../texts.js';

/** @typedef {import('./tree.js').StudyNode} StudyNode */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {{ tree: Tree, here: StudyNode, go: (node: StudyNode) => void }} Context */

/** @param {HTMLElement} list @param {import('./model.js').StudyState} state @param {(node: StudyNode) => void} go */
export function renderLine(list, { tree, here, study }, go) {
  const { root } = tree;
  list.replaceChildren(...remarks(root.comments), ...following(root, { tree, here, go }, true));
  if (!list.childNodes.length) list.append(make('p', { class: 'about' }, t('study-empty')));
  else if (study.outcome !== 'open') list.append(make('b', { class: 'result' }, t(`library-${study.outcome}`)));
  scrollTo(list);
}

/** Scrolls the list, and not the page, to the move looked at. @param {HTMLElement} list */
function scrollTo(list) {
  const box = list.querySelector('[aria-current]')?.getBoundingClientRect(), frame = list.getBoundingClientRect();
  if (!box) list.scrollTop = 0;
  else if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
}

/** The line that follows a position, and the other ways to play. @param {StudyNode} from @param {Context} context @param {boolean} numbered whether the first move has its number */
function following(from, context, numbered) {
  /** @type {(Node | string)[]} */ const parts = [];
  for (let [next, ...others] = context.tree.children(from); next; [next, ...others] = context.tree.children(next)) {
    parts.push(moveButton(next, context, numbered || !next.number?.endsWith('…')), ' ', ...remarks(next.comments));
    for (const other of others) parts.push(variation(other, context));
    numbered = others.length > 0 || next.comments.length > 0;
  }
  return parts;
}

/** @param {StudyNode} first @param {Context} context */
function variation(first, context) {
  return make('span', { class: 'variation' }, ...remarks(first.before), moveButton(first, context, true), ' ',
    ...remarks(first.comments), ...following(first, context, first.comments.length > 0));
}

/** @param {string[]} texts */
const remarks = texts => texts.flatMap(text => [make('q', {}, text), ' ']);

/** @param {StudyNode} node @param {Context} context @param {boolean} numbered */
function moveButton(node, { here, go }, numbered) {
  const column = node.number?.endsWith('…') ? 'second' : 'first';
  const button = make('button', { type: 'button', class: `move ${column}${node.own ? ' own' : ''}`, tabindex: '-1' });
  if (numbered && node.number) button.append(make('small', {}, node.number), ' ');
  button.append(node.step ? node.step.notation : t('set-up-here'));
  for (const { sign, text } of node.marks) button.append(make('abbr', { title: text }, /^[!?]/.test(sign) ? sign : ` ${sign}`));
  if (typeof node.clock === 'number') button.append(' ', make('time', { title: t('clock-then') }, clockFace(node.clock)));
  if (node === here) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', () => { go(node); });
  return button;
}
