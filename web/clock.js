// Times as a clock shows them.
import { locale } from './texts.js';

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const pad = /** @param {number} n */ n => String(n).padStart(2, '0');

/** @param {number} left milliseconds */
export function clockFace(left) {
  if (left < 10_000) return tenths.format(Math.floor(left / 100) / 10);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
