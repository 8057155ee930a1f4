// The settings, with a board that shows them at once.
import { DamieraBoard } from './board.js';
import { byId, fieldById } from './dom.js';
import { piecesOf } from './fen.js';
import { canPush, isPushOn, switchOff, switchOn } from './push.js';
import { pull, setting, settingsIn, signedIn } from './settings.js';
import { t } from './texts.js';

const board = /** @type {DamieraBoard} */ (byId('board'));
board.update({ layout: JSON.parse(board.dataset.layout ?? ''), pieces: piecesOf('W:W21,22,25,27,30,32,K10:B1,2,5,8,11,12,K19'), mover: 'none', last: [26, 22] });

/** The board follows what is chosen. */
function show() { board.update({ coordinates: setting('coordinates') }); }

if (signedIn()) await pull();
show();
settingsIn(byId('settings'), isKept => {
  show();
  byId('state').textContent = t(isKept ? 'settings-kept-account' : 'settings-kept');
});

if (canPush()) {
  const field = fieldById('push');
  byId('push-choice').hidden = false;
  field.checked = isPushOn();
  field.addEventListener('change', async () => {
    byId('push-problem').textContent = '';
    if (!field.checked) return switchOff();
    field.checked = await switchOn();
    if (!field.checked) byId('push-problem').textContent = t('push-denied');
  });
}
