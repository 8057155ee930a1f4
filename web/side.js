// The page behind a link to join a side that several people hold.
import { call } from './api.js';
import { byId } from './dom.js';
import { ownName } from './own-name.js';

byId('join').addEventListener('submit', async event => {
  event.preventDefault();
  const asked = await call('POST /api/sides', { body: { token: byId('side').dataset.token ?? '', name: ownName() } });
  if (asked.ok) location.href = `/game/${asked.answer.game}?side=${asked.answer.side}`;
  else byId('problem').textContent = asked.problem.text;
});
