// A side that several people hold: who they are, what they propose, and when the majority decides. Only its members get any of it.
import { call } from '../api.js';
import { clockFace } from '../clock.js';
import { copyField } from '../copy.js';
import { button, byId, keyButton, make, replaceKeepingFocus } from '../dom.js';
import { t } from '../texts.js';
import { written } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('../state.js').State<GameState>} State */
/** @typedef {import('./actions.js').GameActions} GameActions */

/** @param {State} state @param {import('api').Consultation} consult */
function take(state, consult) {
  const { consult: before, near } = state.current;
  if (JSON.stringify(consult) === JSON.stringify(before)) return;
  // Whoever holds a side with others sits at it, as its captain does.
  state.update({ consult, consulting: consult.turn, ...(before || near ? {} : { flipped: consult.side === 'black' }) });
}

/** Proposes a move, or votes for it. @param {State} state @param {string} notation */
export async function propose(state, notation) {
  const asked = await call('PUT /api/games/{id}/consultation', { path: { id: state.current.id }, body: { notation } });
  if (asked.ok) take(state, asked.answer);
  else state.update({ ruling: { title: t('not-allowed', { move: notation }), text: asked.problem.text, article: asked.problem.article, kind: 'refused' } });
}

/** The link by which others join, for the captain. @param {State} state @param {HTMLElement} place */
async function invite(state, place) {
  const asked = await call('POST /api/games/{id}/consultation/link', { path: { id: state.current.id } });
  if (!asked.ok) return;
  const link = new URL(asked.answer.link, location.href).href;
  const field = /** @type {HTMLInputElement} */ (make('input', { readonly: '', value: link, 'aria-label': t('consult-link'), id: 'side-link' }));
  const copy = keyButton('copy', () => { void copyField(field, copy); });
  place.replaceChildren(make('p', {}, t('consult-link')), field, copy);
  field.select();
}

/** @param {GameState} now @param {State} state @param {GameActions} actions */
function proposals(now, state, actions) {
  const { consult } = now;
  if (!consult || now.game?.view.end) return [];
  const isCaptain = consult.decide === 'captain' && consult.captain;
  const items = consult.proposals.map(({ notation, by, own }) => {
    const names = by.map(name => name || t('guest')).join(', ');
    const act = isCaptain ? button(t('consult-play'), () => { actions.play(notation); }, 'primary') : button(t(own ? 'consult-voted' : 'consult-vote'), () => { propose(state, notation); });
    if (!isCaptain) act.setAttribute('aria-pressed', String(own));
    return make('li', {}, make('b', {}, written(now, notation)), make('span', {}, ` ${by.length} · ${names}`), act);
  });
  const told = !consult.turn ? t('consult-wait') : consult.decide === 'majority' || !consult.captain ? t('consult-move') : t('consult-captain-move');
  return [make('p', {}, told), ...(items.length ? [make('ol', { class: 'proposals' }, ...items)] : [])];
}

/** @param {State} state @param {import('../board.js').DamieraBoard} board @param {GameActions} actions */
export function followConsultation(state, board, actions) {
  const panel = byId('consult'), invitation = make('div', { class: 'copy' });
  let isMember = true, earlier = Promise.resolve();
  const look = async () => {
    if (!isMember) return;
    const asked = await call('GET /api/games/{id}/consultation', { path: { id: state.current.id } });
    if (asked.ok) take(state, asked.answer);
    else if (asked.status === 403) isMember = false;
    state.update({ consultAsked: true });
  };
  state.follow(['consult', 'game', 'notation'], now => {
    const { consult } = now;
    panel.hidden = !consult;
    if (!consult) return;
    const rule = t(consult.decide === 'captain' ? 'consult-rule-captain' : 'consult-rule-majority');
    replaceKeepingFocus(panel, [make('h2', {}, t('consult')), make('p', { class: 'soft' }, `${rule} ${t('consult-private')}`),
      make('p', { class: 'members' }, consult.members.map((name, i) => `${name || t('guest')}${i ? '' : ` (${t('consult-captain')})`}`).join(', ')),
      ...proposals(now, state, actions), make('p', { class: 'deadline', id: 'deadline' }),
      ...(consult.captain && !now.game?.view.end ? [keyButton('consult-invite', () => { invite(state, invitation); }), invitation] : [])]);
  });
  // After a lost connection, too: a proposal may have been missed.
  // One question at a time: whoever is no member asks once.
  state.follow(['game', 'consultChanges', 'link'], () => { earlier = earlier.then(look); });
  state.follow(['consulting'], () => { board.undo(); });
  setInterval(() => {
    const { consult, game } = state.current, at = consult?.['decides-at'], place = document.getElementById('deadline');
    if (!place || !game) return;
    // The server's time, as far as the last message told it.
    const left = at ? at - (game.now + performance.now() - state.current.received) : 0;
    place.textContent = at && consult?.turn && !game.view.end ? t('consult-decides', { text: clockFace(Math.max(0, left)) }) : '';
  }, 500);
}
