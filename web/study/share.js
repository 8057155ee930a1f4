// Everything to take away from a study: links, PDN, FEN and diagrams.
import { addressOf, call } from '../api.js';
import { byId } from '../dom.js';
import { t } from '../texts.js';
import { sourceOf } from './model.js';

/** @param {import('../state.js').State<import('./model.js').StudyState>} state */
export function shareButtons(state) {
  const notice = /** @param {string} text */ text => { state.update({ notice: text }); };
  const on = /** @param {string} id @param {() => void} act */ (id, act) => { byId(id).addEventListener('click', act); };

  /** Copies a text, or shows it to be copied by hand. @param {string} text */
  const copy = async text => {
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    state.update(isCopied ? { notice: t('copied'), byHand: '' } : { notice: t('copy-by-hand'), byHand: text });
  };
  const pdn = async () => {
    const asked = await call('POST /api/study/{kind}/{id}/pdn', { ...sourceOf(), body: state.current.tree.tries() });
    if (asked.ok) return asked.answer;
    notice(asked.problem.text);
    return null;
  };

  on('copy-pdn', async () => { const text = await pdn(); if (text) copy(text); });
  on('copy-fen', () => { copy(state.current.here.fen); });
  on('copy-link', () => {
    copy(new URL(location.pathname + location.search + location.hash, byId('study').dataset.base || location.origin).href);
  });
  on('download-pdn', async () => {
    const text = await pdn();
    if (!text) return;
    const address = URL.createObjectURL(new Blob([text], { type: 'application/x-pdn' }));
    download(address, `damiera-${sourceOf().path.id}.pdn`);
    URL.revokeObjectURL(address);
  });
  on('diagram-svg', () => { download(addressOf('GET /api/diagram.svg', diagram(state.current)), 'damiera.svg'); });
  on('diagram-png', () => { download(addressOf('GET /api/diagram.png', diagram(state.current)), 'damiera.png'); });
  on('keep-tries', async () => {
    const asked = await call('POST /api/study/{kind}/{id}/keep', { ...sourceOf(), body: state.current.tree.tries() });
    if (asked.ok) { state.update({ isSaved: true }); location.href = `/study/${asked.answer.id}`; }
    else notice(asked.problem.text);
  });
  for (const [id, page] of [['edit', '/editor'], ['find', '/games']]) {
    on(id, () => { location.href = `${page}?${new URLSearchParams({ game: state.current.study.variant, fen: state.current.here.fen })}`; });
  }
}

/** What a diagram of the position looked at needs. @param {import('./model.js').StudyState} state */
function diagram({ tree, here, flipped }) {
  return { query: { ...tree.path(here), bottom: flipped ? /** @type {const} */ ('black') : /** @type {const} */ ('white') } };
}

/** @param {string} address @param {string} name */
function download(address, name) {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
