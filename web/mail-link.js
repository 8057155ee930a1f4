// The page behind a link in a mail: it confirms an address, or sets a new password.
import { call } from './api.js';
import { t } from './texts.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('link'));

form.addEventListener('submit', async event => {
  event.preventDefault();
  const token = form.dataset.token ?? '', password = String(new FormData(form).get('password') ?? '');
  const isReset = form.dataset.kind === 'reset';
  const answered = isReset ? await call('PUT /api/account/recovery', { body: { token, password } })
    : await call('POST /api/account/email', { body: { token } });
  const said = form.querySelector('.problem');
  if (said) said.textContent = answered.ok ? t(isReset ? 'password-reset-done' : 'email-confirmed') : answered.problem.text;
});
