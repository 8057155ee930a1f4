// A ruling as a card: what happened, why, and the article that says so.

/** The page of an article cited as "FID-IT 6.7". @param {string} article */
export function articlePage(article) {
  const [book, ...number] = article.split(' ');
  return `/rules/${encodeURIComponent(book)}/${encodeURIComponent(number.join(' '))}`;
}

/**
 * @typedef {object} Ruling
 * @property {string} [title]
 * @property {string} [text]
 * @property {string | null} [article]
 * @property {'refused' | 'right'} [kind] What it looks like; a notice if not said.
 */

/** Shows a ruling, or none. @param {HTMLElement} card @param {Ruling | null} ruling */
export function showRuling(card, ruling) {
  const { title = '', text = '', article, kind = '' } = ruling ?? {};
  card.hidden = !title && !text;
  card.dataset.kind = kind;
  const heading = /** @type {HTMLElement} */ (card.querySelector('h2, h3'));
  const body = /** @type {HTMLElement} */ (card.querySelector('p'));
  const link = /** @type {HTMLAnchorElement} */ (card.querySelector('a'));
  heading.textContent = title;
  heading.hidden = !title;
  body.textContent = text;
  link.hidden = !article;
  link.href = article ? articlePage(article) : '';
  link.textContent = article ?? '';
}
