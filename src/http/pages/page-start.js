// What the scripts of all pages begin with: the script of each follows in the same function.
// biome-ignore lint/correctness/noUnusedVariables: the script that follows uses it
const page = (() => {
  const asked = new URLSearchParams(location.search);
  const token = asked.get('token')?.trim() ?? '';
  // Before anything else: nobody who looks at the screen, goes back or copies the address gets the token.
  history.replaceState(null, '', location.pathname);

  const main = document.querySelector('main');
  const heading = document.querySelector('h1');
  const message = document.getElementById('message');
  const words = main.dataset;

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
  function call(method, path, { body, headers = {} } = {}) {
    return fetch(`api/v1/${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    });
  }

  const faultsOf = ({ id }) => document.getElementById(`${id}-faults`);

  function clearFaults(form) {
    for (const input of form.querySelectorAll('[aria-invalid]')) {
      input.removeAttribute('aria-invalid');
      faultsOf(input).replaceChildren();
    }
  }

  /** Each broken rule beside its field, or above the form where it belongs to none. */
  function showFaults(form, { error, details = [] }) {
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
      faultsOf(input).append(item);
    }
    const first = form.querySelector('[aria-invalid]');
    if (first !== null) elsewhere.unshift({ text: words.checkFields, fault: true });
    say(...(elsewhere.length > 0 ? elsewhere : [{ text: error, english: true, fault: true }]));
    (first ?? form.querySelector('button')).focus();
  }

  /** Takes a form away, and the reader to the heading where they were in it. */
  function dismiss(form) {
    const wasInUse = form.contains(document.activeElement);
    if (form.contains(message)) heading.after(message);
    form.remove();
    if (wasInUse) heading.focus();
  }

  /** What there is to do is done: the page says so and no more. */
  function finish(title, text, next) {
    for (const form of document.querySelectorAll('form')) dismiss(form);
    heading.textContent = title;
    document.title = title;
    say({ text });
    if (next !== undefined) {
      const link = document.createElement('a');
      link.className = 'button';
      link.href = next.href;
      link.textContent = next.text;
      message.append(link);
    }
    heading.focus();
  }

  /** One at a time: who presses twice sends once. */
  function onSubmit(form, submit) {
    const button = form.querySelector('button');
    let busy = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (busy) return;
      busy = true;
      button.setAttribute('aria-disabled', 'true');
      clearFaults(form);
      say();
      // Where there are two forms, what is said of one stands in it: the beginning of the page may be out of sight.
      if (document.querySelectorAll('form').length > 1) button.before(message);
      try {
        await submit();
      } catch {
        say({ text: words.unreachable, fault: true });
      }
      busy = false;
      button.removeAttribute('aria-disabled');
    });
  }

  for (const box of document.querySelectorAll('.toggle input')) {
    box.addEventListener('change', () => {
      document.getElementById(box.getAttribute('aria-controls')).type = box.checked ? 'text' : 'password';
    });
  }
  // The address is empty by now: what it said goes along to the page in the other language.
  for (const link of document.querySelectorAll('.languages a')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const to = new URLSearchParams(asked);
      to.set('language', link.lang);
      location.assign(`?${to}`);
    });
  }
  return { asked, token, heading, words, say, call, showFaults, dismiss, finish, onSubmit };
})();
