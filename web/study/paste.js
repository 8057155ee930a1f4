// The analysis board: another of the games, or a position or game that is pasted.
import { call } from '../api.js';
import { byId, fieldById } from '../dom.js';
import { t } from '../texts.js';

/** What a FEN begins with: whose move it is, then the pieces of one side. */
const FEN = /^\s*(\[FEN\s+")?[WB]?:[WB]/i;

/** Opens what was pasted. @param {string} text @param {string} game */
async function open(text, game) {
  const problem = byId('paste-problem');
  if (!text.trim()) { problem.textContent = t('paste-nothing'); return; }
  problem.textContent = '';
  if (FEN.test(text)) {
    const fen = text.trim().replace(/^\[FEN\s+"|"\]?$/gi, '');
    const asked = await call('POST /api/setup', { body: { game, fen } });
    if (!asked.ok || asked.answer.faults.length) { problem.textContent = asked.ok ? asked.answer.faults.map(fault => fault.text).join(' ') : asked.problem.text; return; }
    location.href = `/analysis?${new URLSearchParams({ game, fen: asked.answer.fen })}`;
    return;
  }
  const asked = await call('POST /api/import', { query: { game }, body: text });
  const first = asked.ok ? asked.answer.games.find(one => one.id) : null;
  if (first) location.href = `/study/${first.id}`;
  else problem.textContent = asked.ok ? asked.answer.games[0]?.['left-out'] ?? asked.answer.text ?? t('paste-nothing') : asked.problem.text;
}

/** @param {string} game the game that is analysed */
export function offerPaste(game) {
  byId('paste').hidden = false;
  const choice = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (fieldById('analysed-game')));
  choice.value = game;
  choice.addEventListener('change', () => { location.href = `/analysis?game=${choice.value}`; });
  byId('paste-form').addEventListener('submit', event => {
    event.preventDefault();
    open(/** @type {HTMLTextAreaElement} */ (byId('paste-text')).value, choice.value);
  });
}
