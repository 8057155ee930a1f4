// Which odds make a level and its opponent even, from the measurements that the page carries.
import { byId } from '../dom.js';
import { t } from '../texts.js';

/** @typedef {{ level: number, rating: number, even: number, games: number }} Even a level that gives men is even with this rating */

/** What was measured for a game and a number of men, from the lowest level up. @param {string} variant @param {number} men @returns {Even[]} */
function measured(variant, men) {
  const ratings = (byId('level-row').dataset[variant] ?? '').split(' ').map(Number);
  return (byId('odds').dataset[variant] ?? '').split(' ').filter(Boolean).map(one => {
    const [level, costs] = one.split(':'), [cost, games] = (costs.split(',')[men - 1] ?? '').split('/').map(Number);
    const rating = ratings[Number(level) - 1];
    return { level: Number(level), rating, even: rating - cost, games };
  }).filter(({ even }) => even > 0);
}

/** The rating whose owner is even with this one if they give the men; between two levels in a straight line. @param {Even[]} rows @param {number} rating */
function giverOf(rows, rating) {
  const above = rows.findIndex(({ even }) => even >= rating), [low, high] = [rows[above - 1], rows[above]];
  if (!low || !high) return null;
  const part = (rating - low.even) / Math.max(1, high.even - low.even);
  return { rating: low.rating + part * (high.rating - low.rating), games: high.games };
}

/** @param {number} rating */
const rounded = rating => Math.round(rating / 10) * 10;

/** Says for whom the chosen odds make an even game; nothing where that was not measured. @param {Record<string, string>} choices */
export function oddsAdvice(choices) {
  const men = Number(choices['odds-men']), level = Number(choices.level), rows = measured(choices.variant, men);
  if (choices.opponent !== 'engine' || !choices['odds-by'] || !men) return '';
  if (choices['odds-by'] === 'other') {
    const own = rows.find(row => row.level === level);
    return own ? t('odds-even', { text: rounded(own.even), made: own.games }) : '';
  }
  const ratings = (byId('level-row').dataset[choices.variant] ?? '').split(' ').map(Number), giver = giverOf(rows, ratings[level - 1]);
  return giver ? t('odds-even', { text: rounded(giver.rating), made: giver.games }) : '';
}
