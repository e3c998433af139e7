(() => {
  const token = new URLSearchParams(location.search).get('token')?.trim() ?? '';
  // Before anything else: nobody who looks at the screen, goes back or copies the address gets the token.
  history.replaceState(null, '', location.pathname);

  const main = document.querySelector('main');
  const heading = document.querySelector('h1');
  const message = document.getElementById('message');
  const form = document.querySelector('form');
  const button = form.querySelector('button');
  const password = document.getElementById('password');
  const words = main.dataset;
  let busy = false;

  /** Paragraphs in the language of the page; what the API says is English. */
  function say(...paragraphs) {
    message.replaceChildren(
      ...paragraphs.map(({ text, english = false, fault = false }) => {
        const paragraph = document.createElement('p');
        paragraph.textContent = text;
        if (english) paragraph.lang = 'en';
        if (fault) paragraph.className = 'fault';
        return paragraph;
      }),
    );
  }

  /** Relative, so that it works below the path of a `BASE_URL` that has one. */
  function post(path, body) {
    return fetch(`api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    });
  }

  function tokenIsNoGood(reason) {
    const wasInUse = form.contains(document.activeElement);
    form.remove();
    if (wasInUse) heading.focus();
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

  const faultsOf = (name) => document.getElementById(`${name}-faults`);

  function clearFaults() {
    for (const input of form.querySelectorAll('[aria-invalid]')) {
      input.removeAttribute('aria-invalid');
      faultsOf(input.name).replaceChildren();
    }
  }

  /** Each broken rule beside its field, or above the form where it belongs to none. */
  function showFaults({ error, details = [] }) {
    const aboutToken = details.find(({ path }) => path === 'token');
    if (aboutToken !== undefined) return tokenIsNoGood(aboutToken.message);
    const elsewhere = [];
    for (const { path, message: text } of details) {
      const input = form.querySelector(`[name="${CSS.escape(path)}"]`);
      if (input === null) {
        elsewhere.push({ text: `${path}: ${text}`, english: true, fault: true });
        continue;
      }
      input.setAttribute('aria-invalid', 'true');
      const item = document.createElement('li');
      item.textContent = text;
      faultsOf(path).append(item);
    }
    const first = form.querySelector('[aria-invalid]');
    if (first !== null) elsewhere.unshift({ text: words.checkFields, fault: true });
    say(...(elsewhere.length > 0 ? elsewhere : [{ text: error, english: true, fault: true }]));
    (first ?? button).focus();
  }

  function bodyOfForm() {
    const body = { token };
    for (const { name, value } of form.querySelectorAll('[name]')) {
      // What is optional and left empty is not sent; a password is sent as it was typed.
      if (name === password.name || value.trim() !== '') body[name] = value;
    }
    return body;
  }

  async function submit() {
    try {
      const answer = await post(words.action, bodyOfForm());
      // A success is not read: an access token in it is nothing to this page.
      if (!answer.ok) return showFaults(await answer.json());
      form.remove();
      heading.textContent = words.doneHeading;
      document.title = words.doneHeading;
      say({ text: words.done });
      heading.focus();
    } catch {
      say({ text: words.unreachable, fault: true });
    }
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    button.setAttribute('aria-disabled', 'true');
    clearFaults();
    say();
    await submit();
    busy = false;
    button.removeAttribute('aria-disabled');
  });
  document.getElementById('show').addEventListener('change', ({ target }) => {
    password.type = target.checked ? 'text' : 'password';
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
