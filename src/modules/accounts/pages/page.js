(() => {
  const { token, words, say, call, showFaults, dismiss, finish, onSubmit } = page;
  const form = document.querySelector('form');
  const password = document.getElementById('password');
  const post = (path, body) => call('POST', `auth/${path}`, { body });

  function tokenIsNoGood(reason) {
    dismiss(form);
    say({ text: reason, english: true, fault: true }, { text: words.tokenUseless });
  }

  /** Where there is no address to ask, only its use tells what the token is worth. */
  async function checkToken() {
    if (words.check === undefined) return true;
    say({ text: words.checking });
    try {
      const answer = await post(words.check, { token });
      const { data, details, error } = await answer.json();
      if (data?.valid === false || details !== undefined) {
        tokenIsNoGood(data?.reason ?? error);
        return false;
      }
      if (data === undefined) {
        say({ text: error ?? words.unreachable, english: error !== undefined, fault: true });
        return true;
      }
      document.getElementById('email').value = data.email;
      document.getElementById('email-field').hidden = false;
      say();
    } catch {
      say({ text: words.unreachable, fault: true });
    }
    return true;
  }

  function bodyOfForm() {
    const body = { token };
    for (const { name, value } of form.querySelectorAll('[name]')) {
      // What is optional and left empty is not sent; a password is sent as it was typed.
      if (name === password?.name || value.trim() !== '') body[name] = value;
    }
    return body;
  }

  onSubmit(form, async () => {
    const answer = await post(words.action, bodyOfForm());
    // A success is not read: an access token in it is nothing to this page.
    if (answer.ok) return finish(words.doneHeading, words.done, { href: 'sign-in', text: words.toSignIn });
    const refused = await answer.json();
    const aboutToken = refused.details?.find(({ path }) => path === 'token');
    if (aboutToken !== undefined) return tokenIsNoGood(aboutToken.message);
    showFaults(form, refused);
  });

  if (token === '') {
    form.remove();
    say({ text: words.noToken });
  } else {
    checkToken().then((isGood) => {
      form.hidden = !isGood;
    });
  }
})();
