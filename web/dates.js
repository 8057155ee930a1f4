// Dates of records, which may lack a day or a month, in the reader's own way.
import { locale } from './texts.js';

/** @param {string} date As PDN writes it, "2024.05.??", or "2024-05-01". */
export function written(date) {
  const [year, month, day] = date.split(/[.-]/).map(Number);
  if (!year) return date.replace(/[?.]+$/, '');
  /** @type {Intl.DateTimeFormatOptions} */
  const known = day ? { dateStyle: 'medium' } : month ? { month: 'long', year: 'numeric' } : { year: 'numeric' };
  return new Intl.DateTimeFormat(locale, { ...known, timeZone: 'UTC' }).format(Date.UTC(year, (month || 1) - 1, day || 1));
}
