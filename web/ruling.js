// A ruling as a card: what happened, why, and the article that says so.

/** The page of an article cited as "FID-IT 6.7". @param {string} article */
export function articlePage(article) {
  const [book, ...number] = article.split(' ');
  return `/rules/${encodeURIComponent(book)}/${encodeURIComponent(number.join(' '))}`;
}

/** Shows a ruling, or none. @param {HTMLElement} card @param {string} [title] @param {string} [text] @param {string | null} [article] */
export function showRuling(card, title, text, article) {
  card.hidden = !title && !text;
  const heading = /** @type {HTMLElement} */ (card.querySelector('h2, h3'));
  const body = /** @type {HTMLElement} */ (card.querySelector('p'));
  const link = /** @type {HTMLAnchorElement} */ (card.querySelector('a'));
  heading.textContent = title ?? '';
  heading.hidden = !title;
  body.textContent = text ?? '';
  link.hidden = !article;
  link.href = article ? articlePage(article) : '';
  link.textContent = article ?? '';
}
