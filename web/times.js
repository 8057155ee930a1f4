// Shows instants and dates in the reader's own way.
import { written } from './dates.js';
import { locale } from './texts.js';

const form = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('time[data-at]'))) {
  const at = new Date(Number(time.dataset.at));
  time.dateTime = at.toISOString();
  time.textContent = form.format(at);
}
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('time[data-date]'))) {
  time.textContent = written(time.dataset.date ?? '');
}
