// What an arbiter may enter or decide, in groups: clocks, counts, anomalies and the end of the game.
import { button, keyButton, make } from '../dom.js';
import { complainAt } from '../field-problem.js';
import { t } from '../texts.js';
import { field, select, sureButton, timeOf } from './controls.js';
import { PALETTE } from './setup.js';

/** @typedef {import('api').Command} Command */
/** @typedef {import('api').View} View */
/** @typedef {(command: Command) => Promise<boolean>} Send */

/** @type {['white', 'black']} */
const SIDES = ['white', 'black'];

/** @param {View} view @param {Send} send @param {number} squares how many the board has */
export function groups(view, send, squares) {
  const entry = /** @param {string} key @param {Command} command @param {string} [kind] */ (key, command, kind) =>
    keyButton(key, () => { send(command); }, kind);
  const group = /** @param {string} key @param {Node[]} parts */ (key, parts) =>
    make('details', { class: 'card', 'data-group': key }, make('summary', {}, t(key)), make('div', { class: 'acts' }, ...parts));
  return [
    ...(view.clocks.some(Boolean) ? [group('clocks', clocks(view, send))] : []),
    group('counting', view['count-asked'] ? [entry('cancel-count', { by: 'arbiter', ask: 'cancel-count' })] : [
      ...SIDES.map(by => button(`${t('ask-count')}: ${t(by)}`, () => { send({ by, ask: 'count', limit: null }); })),
      entry('order-count', { by: 'arbiter', ask: 'count', limit: null })]),
    group('anomalies', [
      ...view.annulments.map(({ fault, blame }) => {
        const key = fault === 'board-turned' ? 'annul-board' : 'annul-colours';
        const text = blame === 'direction' ? `${t(key)}, ${t('blame-direction')}` : t(key);
        return sureButton(key, () => { send({ by: 'arbiter', ask: 'annul', fault, blame }); }, text);
      }),
      ...(view.disturbed ? [entry('restore', { by: 'arbiter', ask: 'restore' }),
        sureButton('destroyed', () => { send({ by: 'arbiter', ask: 'destroyed' }); })]
        : [entry('disturb', { by: 'arbiter', ask: 'disturb' })]),
      ...objections(view, send),
      ...agreement(view, send),
      settleForm(send, squares)]),
    group('decisions', decisions(view, send)),
  ];
}

/** What the opponent of the side that captured last may object to. @param {View} view @param {Send} send */
const objections = (view, send) => view.objections.map(({ by, objection }) =>
  keyButton(objection === 'unclear' ? 'object-unclear' : 'object-order', () => { send({ by, ask: 'object', objection }); }));

/** The opponent agrees to what a player proposes for a piece in doubt. @param {View} view @param {Send} send */
function agreement({ proposal }, send) {
  if (!proposal) return [];
  const { by: proposer, ...placement } = proposal, by = proposer === 'white' ? 'black' : 'white';
  const accept = button(t('settle-accept', { side: t(`side-${by}`) }), () => { send({ by, ask: 'settle', ...placement }); }, 'primary');
  accept.dataset.key = 'settle-accept';
  return [accept];
}

/** @param {View} view @param {Send} send */
function decisions(view, send) {
  const offerer = view.offer ?? view.turn, other = offerer === 'white' ? 'black' : 'white';
  return [
    ...SIDES.map(by => sureButton('resigns', () => { send({ by, ask: 'resign' }); }, t('resigns', { side: t(`side-${by}`) }))),
    sureButton('agree-draw', async () => {
      if (view.offer || await send({ by: offerer, ask: 'offer-draw' })) send({ by: other, ask: 'accept-draw' });
    }),
    ...SIDES.map(side => sureButton('refuses-rules', () => { send({ by: 'arbiter', ask: 'refuses-rules', side }); }, t('refuses-rules', { side: t(`side-${side}`) }))),
  ];
}

/** @param {View} view @param {Send} send */
function clocks(view, send) {
  const time = { inputmode: 'numeric', placeholder: '12:30', size: '6' };
  const [white, black] = [field('white-minutes', { ...time, name: 'white-clock' }), field('black-minutes', { ...time, name: 'black-clock' })];
  const set = keyButton('set-clocks', () => {
    const inputs = [white, black].map(label => /** @type {HTMLInputElement} */ (label.querySelector('input'))), [w, b] = inputs.map(input => timeOf(input.value));
    if (w !== null && b !== null) send({ by: 'arbiter', ask: 'set-clocks', white: w, black: b });
    else complainAt(w === null ? inputs[0] : inputs[1], /** @type {HTMLElement} */ (white.parentElement), t('clock-unread'));
  });
  const claims = SIDES.filter((_, i) => view.clocks[i]).map(by =>
    button(`${t('claim-flag')}: ${t(by === 'white' ? 'black' : 'white')}`, () => { send({ by, ask: 'flag' }); }));
  return [...claims, white, black, set];
}

/** A piece out of place, put where it belongs or taken off. @param {Send} send @param {number} squares */
function settleForm(send, squares) {
  const number = /** @param {string} name */ name => ({ name, type: 'number', min: '1', max: String(squares), inputmode: 'numeric' });
  const form = /** @type {HTMLFormElement} */ (make('form', { class: 'fields' },
    select('doubt', 'doubt', ['inactive', 'astride', 'two-squares'].map(doubt => [doubt, t(`doubt-${doubt}`)])),
    select('which-piece', 'piece', PALETTE.slice(2).map(piece => [piece, t(piece)])),
    field('from-square', number('from')), field('to-square', number('to')),
    select('done-by', 'proposer', [['arbiter', t('arbiter')], ...SIDES.map(side => /** @type {[string, string]} */ ([side, t('settle-agreed', { side: t(`side-${side}`) })]))]),
    make('button', {}, t('settle'))));
  form.addEventListener('submit', event => {
    event.preventDefault();
    const data = new FormData(form), at = /** @param {string} name */ name => Number(data.get(name)) || null;
    const [side, rank] = String(data.get('piece')).split('-');
    send(/** @type {Command} */ ({ by: data.get('proposer'), ask: 'settle', doubt: data.get('doubt'), side, rank, from: at('from'), to: at('to') }));
  });
  return form;
}
