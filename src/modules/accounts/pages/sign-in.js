// Beside the password: without a script there is no button for it.
(() => {
  const password = document.getElementById('password');
  const button = document.querySelector('button.show');
  const show = (isShown) => {
    password.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  };
  button.addEventListener('click', () => show(button.getAttribute('aria-pressed') !== 'true'));
  // What is sent is never kept as a text by the browser.
  password.form.addEventListener('submit', () => show(false));
  button.hidden = false;
})();
