// What a seek asks for: from the form to the request, and in words for whoever may accept it.
import { blindfoldTerms } from '../game/covered.js';
import { blindfoldOf, renderBlindfold } from '../new/blindfold.js';
import { describeChoices } from '../new/choice-about.js';
import { movesGiven } from '../new/moves-given.js';
import { t } from '../texts.js';

/** @typedef {import('api').OpenSeek} OpenSeek */
/** @typedef {'seeker' | 'other'} Reader who reads the terms: whoever opened the seek, or anybody else */

/** The odds chosen in the form, if there are any; the server says so if nothing is given. @param {FormData} data @returns {import('api').Odds | null} */
export function oddsOf(data) {
  const by = String(data.get('odds-by') ?? ''), minutes = Number(data.get('odds-minutes')) || null;
  if (by !== 'seeker' && by !== 'opponent') return null;
  const squares = data.getAll('odds-square').map(Number), first = data.get('odds-first-move') === 'yes', moves = movesGiven(String(data.get('odds-moves') ?? ''));
  return { by, ...(squares.length ? { squares } : {}), 'first-move': first, ...(moves.length ? { moves } : {}), ...(minutes ? { minutes } : {}) };
}

/** Who plays blindfold, as chosen in the form. @param {FormData} data @returns {import('api').SeekBlindfold | null} */
export function seekBlindfold(data) {
  const chosen = blindfoldOf(data), who = /** @type {const} */ ({ own: 'seeker', other: 'opponent', both: 'both' });
  return chosen && { who: who[chosen.who], terms: chosen.terms };
}

/** The clock chosen in the form. @param {FormData} data @returns {Partial<import('api').Seeking>} */
export function clockTerms(data) {
  const clock = String(data.get('clock') ?? ''), [, each] = clock.match(/^(\d+)d$/) ?? [], [minutes, increment] = clock.split('+').map(Number);
  if (each) return { days: Number(each) };
  if (clock !== 'days') return { minutes, increment: increment ?? 0 };
  const count = Number(data.get('days')), vacation = { 'vacation-days': Number(data.get('vacation')) || 0 };
  return data.get('days-kind') === 'total' ? { 'total-days': count, ...vacation } : { days: count, ...vacation };
}

/** The sides that several people hold, as chosen in the form. @param {FormData} data @returns {Partial<import('api').Seeking>} */
export function consultationOf(data) {
  const who = String(data.get('consult') ?? ''), decide = data.get('consult-decide') === 'majority' ? 'majority' : 'captain';
  if (who !== 'seeker' && who !== 'opponent' && who !== 'both') return {};
  return { consultation: decide === 'majority' ? { who, decide, minutes: Number(data.get('consult-minutes')) || 10 } : { who, decide } };
}

/** Whether the game is to be rated: only on equal terms. @param {FormData} data @returns {Partial<import('api').Seeking>} */
export function ratedOf(data) {
  if (!mayBeRated(data) || data.get('rated') !== 'yes') return {};
  const range = ratingRange(data);
  return { rated: true, ...(range ? { 'rating-range': range } : {}) };
}

/** The ratings that the opponent may have, as chosen in the form. @param {FormData} data @returns {import('api').RatingRange | null} */
function ratingRange(data) {
  const chosen = String(data.get('rating-range') ?? ''), bound = /** @param {string} name */ name => Number(data.get(name)) || null;
  if (!chosen) return null;
  if (chosen !== 'from-to') return { within: Number(chosen) };
  const from = bound('rating-from'), to = bound('rating-to');
  return from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : null;
}

/** A range of ratings in writing. @param {import('api').RatingRange} range */
const rangeText = ({ from, to }) => (from && to ? `${from}–${to}` : from ? `≥ ${from}` : `≤ ${to}`);

/** @param {FormData} data */
const mayBeRated = data => !oddsOf(data) && !seekBlindfold(data) && !consultationOf(data).consultation;

/** Whether the reader is the one whom the terms name; the reader is the seeker, or whoever may accept. @param {string} named @param {Reader} reader */
const isReader = (named, reader) => (named === 'seeker') === (reader === 'seeker');

/** Consultation in words. @param {OpenSeek} offer @param {Reader} reader */
function consultationSaid({ consultation }, reader) {
  if (!consultation) return [];
  const { who } = consultation, key = who === 'both' ? 'consult-both' : isReader(who, reader) ? 'consult-you' : 'consult-opponent';
  return [t(key), consultation.decide === 'majority' ? t('consult-rule-majority-time', { made: consultation.minutes ?? 10 }) : t('consult-rule-captain')];
}

/** A clock in words. @param {OpenSeek} terms */
function clockOf({ days, 'total-days': total, minutes, increment }) {
  if (total) return t('corr-days-total', { made: total });
  return days ? t('days-each', { made: days }) : increment ? `${minutes} + ${increment}` : t('minutes-each', { made: minutes ?? 0 });
}

/** The squares of the men given, as if the giver had White while the colours are not known. @param {OpenSeek} offer */
function squaresOf({ variant, colour, odds }) {
  if (!odds?.squares?.length) return '';
  const board = /** @type {HTMLElement | null} */ (document.querySelector(`.odds-men[data-game="${variant}"]`));
  const isBlack = (colour === 'black') === (odds.by === 'seeker'), last = Number(board?.dataset.squares ?? 0);
  const isKnown = Boolean(colour && last);
  const numbers = odds.squares.map(square => (isKnown && isBlack ? last + 1 - square : square));
  return t(isKnown ? 'odds-squares' : 'odds-squares-as-white', { made: numbers.length, text: numbers.join(', ') });
}

/** Who plays blindfold, in words. @param {OpenSeek} offer @param {Reader} reader */
function blindfoldSaid({ blindfold }, reader) {
  if (!blindfold) return [];
  const { who, terms } = blindfold, key = who === 'both' ? 'blindfold-both' : isReader(who, reader) ? 'blindfold-you' : 'blindfold-opponent';
  return [t(key), ...(terms ? blindfoldTerms(terms) : [])];
}

/** What is agreed besides game, clock and colour. @param {OpenSeek} offer @param {Reader} reader */
function agreedBesides(offer, reader) {
  const vacation = offer['vacation-days'];
  return [...(offer.rated ? [t('rated-agreed')] : []), ...(offer['rating-range'] ? [t('rating-range-agreed', { text: rangeText(offer['rating-range']) })] : []), ...(vacation ? [t('corr-vacation-agreed', { made: vacation })] : []), ...consultationSaid(offer, reader), ...oddsGiven(offer, reader), ...blindfoldSaid(offer, reader)];
}

/** @param {OpenSeek} offer @param {Reader} reader */
function oddsGiven(offer, reader) {
  const { odds, minutes } = offer;
  if (!odds) return [];
  const parts = [squaresOf(offer), odds['first-move'] ? t('odds-first-move') : '',
    odds.moves?.length ? t('odds-moves', { text: odds.moves.map(move => move.join('-')).join(', ') }) : '',
    odds.minutes ? t('odds-minutes', { made: odds.minutes, limit: minutes ?? 0 }) : ''].filter(Boolean);
  return parts.length ? [t(isReader(odds.by, reader) ? 'odds-you-give' : 'odds-you-get', { text: parts.join(', ') })] : [];
}

/** Game, clock, colour and odds, as the reader sees them. @param {OpenSeek} offer @param {Reader} [reader] whoever may accept it, if not given */
export function seekTerms(offer, reader = 'other') {
  const isWhite = (offer.colour === 'white') === (reader === 'seeker'), colour = offer.colour ? t(isWhite ? 'you-white' : 'you-black') : t('colour-random');
  // What is a sentence already needs no sign between it and the next.
  return [t(offer.variant), clockOf(offer), colour, ...agreedBesides(offer, reader)].join(' · ').replaceAll('. · ', '. ');
}

/** Sensible numbers for what is chosen, until somebody writes others. @param {HTMLFormElement} form */
function suggestNumbers(form) {
  const data = new FormData(form), isDays = /d(ays)?$/.test(String(data.get('clock')));
  const suggested = { days: data.get('days-kind') === 'total' ? 30 : 5, 'consult-minutes': isDays ? 12 * 60 : data.get('clock') === '60+0' ? 2 : 1 };
  for (const [name, value] of Object.entries(suggested)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === field.defaultValue) field.value = field.defaultValue = String(value);
  }
}

/** Shows which people hold a side together, and what belongs to that. @param {HTMLFormElement} form */
function renderConsultation(form) {
  const data = new FormData(form), isChosen = Boolean(data.get('consult'));
  const show = /** @param {string} selector @param {boolean} isShown */ (selector, isShown) => {
    const field = /** @type {HTMLElement | null} */ (form.querySelector(selector));
    if (field) field.hidden = !isShown;
  };
  show('#consult-decide', isChosen);
  show('#consult-minutes', isChosen && data.get('consult-decide') === 'majority');
}

/** What is chosen in the parts that may be closed again: each field that says who. @param {HTMLFormElement} form */
function renderChosen(form) {
  for (const [id, name] of [['odds-chosen', 'odds-by'], ['consult-chosen', 'consult'], ['blindfold-chosen', 'blindfold']]) {
    const place = form.querySelector(`#${id}`), field = form.elements.namedItem(name);
    if (place && field instanceof HTMLSelectElement) place.textContent = field.value ? field.selectedOptions[0].text : '';
  }
}

/** Shows only the fields that matter for what is chosen. @param {HTMLFormElement} form */
export function followChoices(form) {
  const show = () => {
    renderBlindfold(form);
    renderConsultation(form);
    renderChosen(form);
    describeChoices(form);
    suggestNumbers(form);
    const dayFields = /** @type {HTMLElement | null} */ (form.querySelector('#days-clock'));
    if (dayFields) dayFields.hidden = new FormData(form).get('clock') !== 'days';
    const data = new FormData(form), by = data.get('odds-by'), variant = data.get('variant');
    const rated = /** @type {HTMLElement | null} */ (form.querySelector('#rated-choice'));
    if (rated) rated.hidden = !mayBeRated(data);
    const range = /** @type {HTMLElement | null} */ (form.querySelector('#rating-range'));
    if (range) range.hidden = !mayBeRated(data) || data.get('rated') !== 'yes';
    for (const bound of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.rating-bound'))) bound.hidden = data.get('rating-range') !== 'from-to';
    const given = /** @type {HTMLFieldSetElement | null} */ (form.querySelector('#odds-given'));
    if (!given) return;
    given.hidden = given.disabled = !by;
    for (const men of /** @type {NodeListOf<HTMLFieldSetElement>} */ (given.querySelectorAll('.odds-men'))) {
      men.hidden = men.disabled = men.dataset.game !== variant;
    }
    const minutes = /** @type {HTMLElement} */ (given.querySelector('#odds-minutes')), field = minutes.querySelector('input');
    minutes.hidden = /d(ays)?$/.test(String(data.get('clock')));
    if (field) field.disabled = minutes.hidden;
  };
  form.addEventListener('input', show);
  form.addEventListener('change', show);
  show();
}
