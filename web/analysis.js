// What the engine finds while one looks, and what the endgame tables know.
import { locale, t } from './texts.js';

const byId = /** @param {string} id */ id => /** @type {HTMLElement} */ (document.getElementById(id));
const men = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
const whole = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent' });
/** So long a position must stand before it is thought about: whoever leafs through a game asks for nothing. */
const PAUSE = 250;

/** @typedef {{ men: number, winner: string | null, 'moves-to-win': number | null, chances: number[], moves: string[], squares: number[] }} Found */
/** @typedef {{ depth: number, nodes: number, seconds: number, done: boolean, lines: Found[] }} Findings */

export class Analysis {
  /** @param {import('./board.js').DamieraBoard} board @param {{ play: (notation: string) => void, allowed: boolean }} page */
  constructor(board, { play, allowed }) {
    this.board = board;
    this.play = play;
    this.allowed = allowed;
    /** @type {Record<string, string>} */ this.path = {};
    /** @type {EventSource | null} */ this.stream = null;
    this.timer = 0;
    this.toggle = /** @type {HTMLInputElement} */ (byId('analyse'));
    this.toggle.checked = allowed && localStorage.getItem('analyse') === 'on';
    this.toggle.disabled = !allowed;
    this.toggle.addEventListener('change', () => {
      localStorage.setItem('analyse', this.toggle.checked ? 'on' : 'off');
      this.begin();
    });
    byId('analysis-state').textContent = allowed ? '' : t('analysis-in-play');
    addEventListener('pagehide', () => this.stop());
  }

  /** Another position is looked at. @param {Record<string, string>} path */
  look(path) {
    this.path = path;
    this.showTruth(null);
    this.begin();
  }

  stop() {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = null;
  }

  begin() {
    this.stop();
    byId('chances').hidden = true;
    byId('lines').replaceChildren();
    if (this.allowed) byId('analysis-state').textContent = '';
    if (this.toggle.checked && this.allowed) this.timer = setTimeout(() => this.listen(), PAUSE);
  }

  listen() {
    const stream = new EventSource(`/api/analysis?${new URLSearchParams({ ...this.path, lines: '3' })}`);
    this.stream = stream;
    byId('analysis-state').textContent = t('analysis-waiting');
    stream.onmessage = event => {
      /** @type {Findings} */ const found = JSON.parse(event.data);
      this.show(found);
      if (found.done) this.stop();
    };
    stream.onerror = () => {
      if (this.stream !== stream) return;
      this.stop();
      byId('analysis-state').textContent = t('analysis-busy');
      this.timer = setTimeout(() => this.listen(), 3000);
    };
  }

  /** @param {Findings} found */
  show(found) {
    const best = found.lines[0];
    const values = { level: found.depth, text: whole.format(found.nodes) };
    byId('analysis-state').textContent = best ? t(found.done ? 'analysis-done' : 'analysis-depth', values) : '';
    byId('chances').hidden = !best;
    if (best) this.showChances(best);
    byId('lines').replaceChildren(...found.lines.map(line => this.line(line)));
  }

  /** @param {Found} line */
  score(line) {
    if (!line.winner) return men.format(line.men);
    const side = t(line.winner), moves = line['moves-to-win'];
    return moves ? t('wins-in', { side, made: moves }) : t('side-wins', { side });
  }

  /** @param {Found} best */
  showChances(best) {
    const shares = best.chances.map(chance => percent.format(chance));
    ['white', 'draw', 'black'].forEach((name, i) => {
      const part = /** @type {HTMLElement} */ (byId('chances').querySelector(`.${name}`));
      part.style.width = `${100 * best.chances[i]}%`;
    });
    const text = t('chances', { made: shares[0], level: shares[1], limit: shares[2] });
    byId('chances-text').textContent = text;
  }

  /** @param {Found} line */
  line(line) {
    const item = document.createElement('li');
    const score = document.createElement('b');
    score.textContent = this.score(line);
    const play = document.createElement('button');
    play.type = 'button';
    play.textContent = line.moves[0] ?? '';
    play.title = t('play-line');
    play.addEventListener('click', () => { this.point([]); this.play(line.moves[0]); });
    for (const name of ['pointerenter', 'focus']) play.addEventListener(name, () => this.point([line.squares]));
    for (const name of ['pointerleave', 'blur']) play.addEventListener(name, () => this.point([]));
    const rest = document.createElement('span');
    rest.textContent = line.moves.slice(1).join(' ');
    item.append(score, play, rest);
    return item;
  }

  /** Shows a way on the board. @param {number[][]} paths */
  point(paths) {
    this.board.paths = paths;
    this.board.show();
  }

  /** What the tables know of the position and of each move. @param {any} truth */
  showTruth(truth) {
    const card = byId('truth');
    card.hidden = !truth;
    if (!truth) return;
    const [text, count] = [card.querySelector('.says'), card.querySelector('.count-says')];
    if (text) text.textContent = truth.text;
    if (count instanceof HTMLElement) {
      count.hidden = !truth.count;
      count.textContent = truth.count ? `${truth.count.text} (${truth.count.article})` : '';
    }
    card.querySelector('ul')?.replaceChildren(...truth.moves.map((/** @type {any} */ m) => {
      const item = document.createElement('li');
      item.className = m.value;
      const play = document.createElement('button');
      play.type = 'button';
      play.textContent = m.notation;
      play.addEventListener('click', () => this.play(m.notation));
      const says = document.createElement('span');
      says.textContent = m.text;
      item.append(play, says);
      return item;
    }));
  }
}
