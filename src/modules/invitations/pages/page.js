(() => {
  const { token, words, say, call, showFaults, dismiss, finish, onSubmit } = page;
  const signIn = document.getElementById('sign-in');
  const signUp = document.getElementById('sign-up');
  const forms = [signIn, signUp];
  const club = document.getElementById('club');
  /** Empty as long as the server has not said it. */
  let clubId = '';
  let clubName = '';

  /** Nothing can be done here with the link: why that may be, and what to do. */
  function linkIsNoGood() {
    club.hidden = true;
    for (const form of forms) dismiss(form);
    say({ text: words.linkNoGood, fault: true }, { text: words.askAgain });
  }

  const isAboutTheLink = ({ status }) => status === 404 || status === 409;

  /** @returns whether the link can be used, as far as is known */
  async function readInvitation() {
    say({ text: words.checking });
    try {
      const answer = await call('GET', `invitations/${token}`);
      const { invitation, error } = await answer.json();
      if (isAboutTheLink(answer)) {
        linkIsNoGood();
        return false;
      }
      if (invitation === undefined) {
        say({ text: error ?? words.unreachable, english: error !== undefined, fault: true });
        return true;
      }
      clubId = invitation.org_id;
      clubName = invitation.org_name;
      club.querySelector('bdi').textContent = clubName;
      const expires = new Date(invitation.expires_at);
      const format = new Intl.DateTimeFormat(document.documentElement.lang, {
        dateStyle: 'long',
        timeStyle: 'short',
      });
      document.getElementById('until').textContent = format.format(expires);
      club.hidden = false;
      say();
    } catch {
      say({ text: words.unreachable, fault: true });
    }
    return true;
  }

  const bodyOf = (form) =>
    Object.fromEntries([...form.querySelectorAll('[name]')].map(({ name, value }) => [name, value]));

  /** A known refusal in the language of the page, any other in the API's words. */
  async function refuse(form, answer, known) {
    const refused = await answer.json();
    if (known[answer.status] === undefined || refused.details !== undefined) return showFaults(form, refused);
    say({ text: known[answer.status], fault: true });
    form.querySelector('button').focus();
  }

  /** Who is a member already has what they came for. */
  async function isMember(headers) {
    const answer = await call('GET', 'organizations', { headers });
    const { organizations = [] } = await answer.json();
    return organizations.some(({ org_id, member_status }) => org_id === clubId && member_status !== null);
  }

  // The access token is in this function and nowhere else, and forgotten at its end.
  onSubmit(signIn, async () => {
    const session = await call('POST', 'auth/login', { body: bodyOf(signIn) });
    if (!session.ok) return refuse(signIn, session, { 401: words.wrongPassword, 429: words.tooManyFailures });
    const { access_token } = await session.json();
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await call('POST', `invitations/${token}/accept`, { headers });
    const { error, organization } = await answer.json();
    if (!answer.ok && !(answer.status === 409 && (await isMember(headers))))
      return isAboutTheLink(answer) ? linkIsNoGood() : showFaults(signIn, { error });
    const name = organization?.org_name ?? clubName;
    club.remove();
    finish(name === '' ? words.doneAnyClub : words.doneHeading.replace('{club}', () => name), words.done);
  });

  onSubmit(signUp, async () => {
    const answer = await call('POST', 'auth/request-verification', { body: bodyOf(signUp) });
    if (!answer.ok) return refuse(signUp, answer, { 409: words.registered, 429: words.tooManyMails });
    club.remove();
    finish(words.mailHeading, words.mailSent);
  });

  if (!/^[\w-]{43}$/.test(token)) {
    for (const form of forms) form.remove();
    say({ text: words.noToken });
  } else {
    readInvitation().then((isGood) => {
      for (const form of forms) form.hidden = !isGood;
    });
  }
})();
