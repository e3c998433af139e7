(() => {
  const { asked, token, heading, words, say, call, showFaults, dismiss, finish, onSubmit } = page;
  const orgId = asked.get('org')?.trim() ?? '';
  const signIn = document.getElementById('sign-in');
  const signUp = document.getElementById('sign-up');
  const forms = [signIn, signUp];
  const acceptOffer = document.getElementById('accept-offer');
  const declineOffer = document.getElementById('decline-offer');
  const answers = [acceptOffer, declineOffer];
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
      const { data, error } = await answer.json();
      const invitation = data?.invitation;
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
    const { data } = await answer.json();
    return (data?.organizations ?? []).some(
      ({ org_id, member_status }) => org_id === clubId && member_status !== null,
    );
  }

  /** Shows what the club asks, one thing after the other, and sends the answers. The access token stays in this function. */
  function answerOffers({ org_name: orgName, offers }, headers) {
    const [{ role }, ...more] = offers;
    const kind = role === 'member' ? 'Member' : role === 'head_coach' ? 'Lead' : 'Coach';
    const offer = document.getElementById('offer');
    offer.querySelector('bdi').textContent = orgName;
    document.getElementById('offer-asks').textContent = words[`asks${kind}`];
    document.getElementById('offer-means').textContent =
      kind === 'Member' ? words.meansMember : words.meansCoach;
    offer.hidden = false;
    for (const form of answers) form.hidden = false;
    heading.focus();
    const send = (form, verb, title, text) => async () => {
      const answer = await call('POST', `organizations/${orgId}/membership/${verb}?role=${role}`, {
        headers,
      });
      if (!answer.ok && answer.status !== 404) return showFaults(form, await answer.json());
      if (answer.ok && more.length > 0) return answerOffers({ org_name: orgName, offers: more }, headers);
      offer.remove();
      if (answer.ok) finish(title, text);
      else finish(words.askedHeading, words.nothingToAnswer);
    };
    steps.accept = send(acceptOffer, 'accept', words.acceptedHeading, words.accepted);
    steps.decline = send(declineOffer, 'decline', words.declinedHeading, words.declined);
  }

  /** What the two buttons do at the moment. */
  const steps = { accept: async () => undefined, decline: async () => undefined };
  onSubmit(acceptOffer, () => steps.accept());
  onSubmit(declineOffer, () => steps.decline());

  async function signInToAnswer() {
    const session = await call('POST', 'auth/login', { body: bodyOf(signIn) });
    if (!session.ok) return refuse(signIn, session, { 401: words.wrongPassword, 429: words.tooManyFailures });
    const { access_token } = await session.json();
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await call('GET', `organizations/${orgId}/membership`, { headers });
    const { data, error } = await answer.json();
    if (!answer.ok && answer.status !== 404) return showFaults(signIn, { error });
    const membership = data?.membership;
    if (membership === undefined || membership.offers.length === 0)
      return finish(words.askedHeading, words.nothingToAnswer);
    dismiss(signIn);
    answerOffers(membership, headers);
  }

  // The access token is in this function and nowhere else, and forgotten at its end.
  async function signInToAccept() {
    const session = await call('POST', 'auth/login', { body: bodyOf(signIn) });
    if (!session.ok) return refuse(signIn, session, { 401: words.wrongPassword, 429: words.tooManyFailures });
    const { access_token } = await session.json();
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await call('POST', `invitations/${token}/accept`, { headers });
    const { error, data } = await answer.json();
    if (!answer.ok && !(answer.status === 409 && (await isMember(headers))))
      return isAboutTheLink(answer) ? linkIsNoGood() : showFaults(signIn, { error });
    const name = data?.organization.org_name ?? clubName;
    club.remove();
    finish(name === '' ? words.doneAnyClub : words.doneHeading.replace('{club}', () => name), words.done);
  }

  onSubmit(signIn, orgId === '' ? signInToAccept : signInToAnswer);

  onSubmit(signUp, async () => {
    const body = { ...bodyOf(signUp), invitation_token: token };
    const answer = await call('POST', 'auth/request-verification', { body });
    const known = { 403: words.noNewAccounts, 409: words.registered, 429: words.tooManyMails };
    if (!answer.ok) return refuse(signUp, answer, known);
    club.remove();
    finish(words.mailHeading, words.mailSent);
  });

  if (orgId !== '') {
    heading.textContent = words.askedHeading;
    document.title = words.askedHeading;
    signIn.querySelector('h2').textContent = words.signInToAnswer;
    signIn.querySelector('button').textContent = words.signInAlone;
    dismiss(signUp);
    signIn.hidden = false;
  } else if (!/^[\w-]{43}$/.test(token)) {
    for (const form of [...forms, ...answers]) form.remove();
    say({ text: words.noToken });
  } else {
    readInvitation().then((isGood) => {
      for (const form of forms) form.hidden = !isGood;
    });
  }
})();
