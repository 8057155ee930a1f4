// Moves given as odds, as they are written in a form.

/** Pairs of squares, such as 22-18. What is not one becomes a pair that the server refuses. @param {string} text */
export function movesGiven(text) {
  const written = text.split(/[\s,;.]+/).filter(Boolean);
  return written.map(move => /** @type {[number, number]} */ ((/^(\d{1,2})-(\d{1,2})$/.exec(move) ?? [0, 0, 0]).slice(1).map(Number)));
}
