// Says that it is one's turn where the page may not be looked at: in the tab's title and as a notification.
import { notify } from '../notify.js';
import { t } from '../texts.js';
import { isOwnTurn, isShared } from './model.js';
import { playedMove } from './news.js';

/** @param {import('../state.js').State<import('./model.js').GameState>} state */
export function followTurn(state) {
  /** @type {import('api').Game | null} */ let before = null;
  state.follow(['game', 'sides', 'consult'], now => {
    const { game } = now;
    if (!game) { before = null; return; }
    const isMine = !game.view.end && isOwnTurn(now) && !isShared(now), name = `Damiera · ${t(game.view.variant)}`;
    document.title = isMine ? `● ${t('your-move')} · ${name}` : name;
    const played = playedMove(before, game);
    before = game;
    if (played && isMine) notify(`${t(played.by ?? 'arbiter')}: ${played.notation} · ${t('your-move')}`);
    else if (played && game.view.end) notify(game.view.end.text);
  });
}
