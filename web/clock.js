// Times as a clock shows them.
import { locale, t } from './texts.js';

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const pad = /** @param {number} n */ n => String(n).padStart(2, '0');

/** Milliseconds of a day. */
export const DAY = 24 * 3_600_000;

/** A time of days and hours, or of hours and minutes. @param {number} left milliseconds */
export function daysLeft(left) {
  const minutes = Math.max(0, Math.ceil(left / 60_000)), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
  return days ? t('time-days', { made: days, limit: hours % 24 }) : t('time-hours', { made: hours, limit: minutes % 60 });
}

/** @param {number} left milliseconds */
export function clockFace(left) {
  if (left >= DAY) return daysLeft(left);
  if (left < 10_000) return tenths.format(Math.floor(left / 100) / 10);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
