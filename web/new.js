// The form of a new game.
const form = /** @type {HTMLFormElement} */ (document.getElementById('new'));
const problem = /** @type {HTMLElement} */ (document.getElementById('problem'));
const level = /** @type {HTMLInputElement} */ (form.elements.namedItem('level'));
const shown = /** @type {HTMLOutputElement} */ (document.getElementById('level-shown'));

level.addEventListener('input', () => { shown.value = level.value; });

/** The side the person sits on; chance decides where it is left to lot. @param {string} colour */
function sideOf(colour) {
  return colour === 'lot' ? (Math.random() < 0.5 ? 'white' : 'black') : colour;
}

form.addEventListener('submit', async event => {
  event.preventDefault();
  problem.textContent = '';
  const data = new FormData(form);
  const get = /** @param {string} name */ name => String(data.get(name) ?? '');
  const person = { kind: 'person' };
  const other = get('opponent') === 'engine' ? { kind: 'engine', level: Number(get('level')) } : person;
  const own = sideOf(get('colour'));
  const [minutes, increment] = get('clock').split('+').map(Number);
  const wish = {
    variant: get('variant'),
    white: own === 'white' ? person : other,
    black: own === 'white' ? other : person,
    minutes: get('clock') ? minutes : null,
    increment: increment ?? 0,
  };
  const response = await fetch('/api/games', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish),
  });
  const answer = await response.json();
  if (response.ok) location.href = `/game/${answer.id}?side=${own}`;
  else problem.textContent = answer.text;
});
