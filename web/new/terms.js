// The terms of a new game, from what was chosen in its form.
import { movesGiven } from './moves-given.js';

/** @typedef {Record<string, string>} Choices the form's fields by name */
/** @typedef {import('api').Side} Side */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** @param {Choices} choices @param {string} name */
const number = (choices, name) => Number(choices[name]) || 0;

/** A clock as the server knows it. @param {Choices} choices @param {number} minutes instead of those chosen, if not 0 @returns {import('api').Clock} */
function clockOf(choices, minutes) {
  if (choices.clock === 'none') return { kind: 'untimed' };
  const isPreset = choices.clock !== 'other', kind = isPreset ? 'increment' : choices.kind;
  const [preset, increment] = isPreset ? choices.clock.split('+').map(Number) : [number(choices, 'minutes'), number(choices, 'seconds')];
  if (kind === 'per-move') return { kind: 'per-move', time: number(choices, 'each') * SECOND };
  const first = (minutes || preset) * MINUTE, isPeriods = kind === 'byo-yomi';
  const bonus = kind === 'stages' ? 'increment' : kind === 'increment' || kind === 'delay' || kind === 'bronstein' ? kind : 'none';
  return {
    kind: 'timed',
    stages: kind === 'stages' ? [[number(choices, 'moves') || 1, first], [null, number(choices, 'then') * MINUTE]] : [[null, first]],
    bonus: increment ? bonus : 'none',
    'bonus-time': bonus === 'none' ? 0 : increment * SECOND,
    periods: isPeriods ? number(choices, 'periods') : 0,
    period: isPeriods ? number(choices, 'period') * SECOND : 0,
  };
}

/** @param {boolean} isBlindfold @returns {import('api').Sight} */
const sightOf = isBlindfold => (isBlindfold ? 'blindfold' : 'board');

/** What is agreed at an arbiter's table besides; the fields are disabled elsewhere. @param {Choices} choices @returns {Partial<import('api').Wish>} */
function tableTerms(choices) {
  const count = number(choices, 'count-limit');
  return {
    names: [choices['white-name'] || null, choices['black-name'] || null],
    ...(choices['no-recording'] ? { recording: 'not-prescribed' } : {}),
    ...(choices['fast-event'] ? { pace: 'fast' } : {}),
    ...(count ? { occasion: 'promotional', 'count-limit': count } : {}),
  };
}

/**
 * The moves and the first move that a side gets as odds. They are written with the numbers that White sees.
 * @param {Choices} choices @param {Side} receiver @param {number} squares of the board @returns {Partial<import('api').Wish>}
 */
function movesAsOdds(choices, receiver, squares) {
  const turn = /** @param {number} square */ square => (receiver === 'black' && square ? squares + 1 - square : square);
  const moves = movesGiven(choices['odds-moves'] ?? '').map(([from, to]) => /** @type {[number, number]} */ ([turn(from), turn(to)]));
  return { ...(moves.length ? { 'moves-given': moves } : {}), ...(choices['odds-first-move'] ? { first: receiver } : {}) };
}

/** @param {Choices} choices @param {Side} own the side the person sits on @param {import('./blindfold.js').BlindfoldChoice | null} blindfold @param {number} squares of the board @returns {import('api').Wish} */
export function termsOf(choices, own, blindfold, squares) {
  const other = own === 'white' ? 'black' : 'white', giver = choices['odds-by'] === 'own' ? own : other;
  /** @type {import('api').Seat} */
  const opponent = choices.opponent === 'engine' ? { kind: 'engine', level: number(choices, 'level') } : { kind: 'person' };
  /** @template T @param {T} ofOwn @param {T} ofOther @returns {[T, T]} White's and Black's */
  const bySide = (ofOwn, ofOther) => (own === 'white' ? [ofOwn, ofOther] : [ofOther, ofOwn]);
  const [white, black] = bySide({ kind: /** @type {'person'} */ ('person') }, opponent);
  const men = choices['odds-by'] ? number(choices, 'odds-men') : 0;
  return {
    variant: choices.variant, profile: choices.opponent === 'table' ? 'table' : 'casual', white, black,
    clocks: bySide(clockOf(choices, 0), clockOf(choices, number(choices, 'their-minutes'))),
    'men-given': bySide(giver === own ? men : 0, giver === other ? men : 0),
    ...(choices['odds-by'] ? movesAsOdds(choices, giver === 'white' ? 'black' : 'white', squares) : {}),
    ballot: choices.ballot || null,
    ...(blindfold ? { sight: bySide(sightOf(blindfold.who !== 'other'), sightOf(blindfold.who !== 'own')), blindfold: blindfold.terms } : {}),
    ...(choices.opponent === 'table' ? tableTerms(choices) : {}),
  };
}
