// Messages between the players: plain text, seen by these two alone, and switched off by either of them.
import { byId, fieldById, make } from '../dom.js';
import { keep } from '../settings.js';
import { t } from '../texts.js';
import { isRemote, other, ownSide } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('./actions.js').GameActions} GameActions */

/** @param {import('../state.js').State<GameState>} state @param {GameActions} actions @param {(text: string) => void} announce */
export function followChat(state, actions, announce) {
  const card = /** @type {HTMLDetailsElement} */ (byId('chat'));

  // Views.
  state.follow(['game', 'sides'], now => { card.hidden = !now.sides.length || !isRemote(now, other(ownSide(now))); });
  state.follow(['chat', 'chatOn', 'game'], now => { renderLines(now); });
  state.follow(['chatProblem'], ({ chatProblem }) => { byId('chat-problem').textContent = chatProblem; });
  state.follow(['unread'], ({ unread }) => {
    byId('chat-unread').hidden = !unread;
    byId('chat-unread').textContent = String(unread);
  });

  // Events.
  card.addEventListener('toggle', () => { if (card.open) state.update({ unread: 0 }); });
  byId('chat-form').addEventListener('submit', event => {
    event.preventDefault();
    const text = fieldById('chat-text').value.trim();
    if (!text) return;
    state.update({ chatProblem: '' });
    if (actions.write(text)) fieldById('chat-text').value = '';
    else state.update({ chatProblem: t('not-connected') });
  });
  byId('chat-switch').addEventListener('click', () => {
    const chatOn = !state.current.chatOn;
    keep('chat', chatOn ? 'on' : '');
    state.update({ chatOn });
    actions.switchChat();
  });

  let heard = 0;
  state.follow(['chat'], now => {
    const fresh = now.chat.slice(heard).filter(line => !now.sides.includes(line.by));
    const isFirst = heard === 0 && now.chat.length > 1;
    heard = now.chat.length;
    if (!fresh.length || !now.chatOn || isFirst) return;
    announce(t('chat-new', { text: fresh[fresh.length - 1].text }));
    if (!card.open) state.update({ unread: now.unread + fresh.length });
  });
}

/** @param {GameState} state */
function renderLines({ chat, chatOn, sides, game }) {
  const name = /** @param {import('api').Side} side */ side => (sides.includes(side) ? t('you') : game?.names[side === 'white' ? 0 : 1] ?? t('guest'));
  const list = byId('chat-lines');
  list.replaceChildren(...(chatOn ? chat : []).map(({ by, text }) =>
    make('li', sides.includes(by) ? { class: 'own' } : {}, make('b', {}, `${name(by)}: `), text)));
  list.hidden = !chatOn || !chat.length;
  list.scrollTop = list.scrollHeight;
  byId('chat-about').textContent = chatOn ? (chat.length ? '' : t('chat-empty')) : t('chat-is-off');
  byId('chat-form').hidden = !chatOn;
  byId('chat-switch').textContent = t(chatOn ? 'chat-off' : 'chat-on');
}
