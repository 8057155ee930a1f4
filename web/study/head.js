// Who played, where and when, and whose move it is.
import { setText } from '../dom.js';
import { written } from '../dates.js';
import { t } from '../texts.js';

/** @typedef {import('./model.js').StudyState} StudyState */

/** The title, and a line about the record. @param {import('api').StudiedGame} study @param {boolean} bare whether it is a position without a game */
export function headOf(study, bare) {
  const isNamed = Boolean(study.white || study.black), game = t(study.variant);
  const title = bare ? `${t('analysis')} · ${game}` : isNamed ? `${study.white || t('white')} – ${study.black || t('black')}` : t(`${study.variant}-draughts`);
  const tag = /** @param {string} name */ name => study.tags.find(([key]) => key === name)?.[1] ?? '';
  const parts = [isNamed && !bare ? game : '', tag('Event'), tag('Site'), written(tag('Date')), study.outcome === 'open' ? '' : t(`library-${study.outcome}`)];
  return { title, about: parts.filter(text => text && !/^[?.]+$/.test(text)).join(' · ') };
}

/** @param {HTMLElement} row @param {StudyState} state @param {'white' | 'black'} side */
export function renderPlayer(row, { study, position }, side) {
  const isTurn = position?.turn === side && !position.over;
  row.dataset.side = side;
  row.classList.toggle('turn', isTurn);
  setText(row, '.who', study[side] || t(side));
  setText(row, '.state', isTurn ? t('to-move') : '');
}
