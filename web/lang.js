// Remembers the language a reader chooses.
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-lang]'))) {
  button.addEventListener('click', () => {
    document.cookie = `lang=${button.dataset.lang}; path=/; max-age=31536000; samesite=lax`;
    location.reload();
  });
}
