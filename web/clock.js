// Times as a clock shows them.
import { locale, t } from './texts.js';

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const pad = /** @param {number} n */ n => String(n).padStart(2, '0');

/** Milliseconds of a day. */
export const DAY = 24 * 3_600_000;

/** A time of days and hours, or of hours and minutes. @param {number} left milliseconds */
export function daysLeft(left) {
  const minutes = Math.max(0, Math.ceil(left / 60_000)), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
  if (days && hours % 24 === 0) return t('time-whole-days', { made: days });
  return days ? t('time-days', { made: days, limit: hours % 24 }) : t('time-hours', { made: hours, limit: minutes % 60 });
}

/** A time control in a few words. @param {import('api').Clock} control */
export function controlText(control) {
  if (control.kind === 'untimed') return t('no-clock');
  if (control.kind === 'per-move') return control.time % DAY ? `${t('clock-per-move')}: ${clockFace(control.time)}` : t('days-each', { made: control.time / DAY });
  const [[, first]] = control.stages, bonus = control['bonus-time'] / 1000;
  if (first >= DAY) return t('corr-days-total', { made: Math.round(first / DAY) });
  if (control.stages.length > 1) return t('clock-stages');
  const minutes = first / 60_000, shown = Number.isInteger(minutes) ? String(minutes) : clockFace(first);
  if (control.periods) return `${shown} + ${control.periods} × ${control.period / 1000} s`;
  return bonus ? `${shown} + ${bonus}` : t('minutes-each', { made: shown });
}

/** @param {number} left milliseconds */
export function clockFace(left) {
  if (left >= DAY) return daysLeft(left);
  if (left < 10_000) return tenths.format(Math.floor(left / 100) / 10);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
