import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { composePage } from '../../../http/pages/compose-page.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { createOrganization, invite } from '../../../test/factories.ts';
import { testServer } from '../../../test/harness.ts';
import { assertRunsOnlyItsOwn, getPage, onlyContent } from '../../../test/pages.ts';
import { phrase, phrasesIn } from '../../../words/index.ts';
import { joinPage } from './join-page.ts';

test('the page holds nothing of its address, is kept nowhere and runs its own script alone', async () => {
  const server = await testServer();
  const { token } = await invite(server, await createOrganization(server));
  const plain = await getPage('/join');
  for (const query of [`token=${token}`, 'token="><script>alert(1)</script>', 'token=a&token=b']) {
    const { status, headers, body } = await getPage(`/join?${query}`);
    assert.deepEqual([status, body], [200, plain.body]);
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'etag', 'vary'].map((name) => headers.get(name)),
      ['no-store', 'no-referrer', null, 'accept-language, cookie'],
    );
    assertRunsOnlyItsOwn({ headers, body });
  }
});

test('in the language of the browser; each field has a label, and passwords may be pasted and kept', async () => {
  for (const language of LANGUAGES) {
    const { headers, body } = await getPage('/join', language);
    assert.equal(headers.get('content-language'), language);
    assert.ok(body.includes(`<h1 tabindex="-1">${phrase(language, 'invitations.page.heading')}</h1>`));
  }
  const { body } = await getPage('/join');
  const ids: string[] = [...body.matchAll(/\bid="([\w-]+)"/g)].map(([, id]) => id ?? '');
  assert.equal(new Set(ids).size, ids.length);
  const inputs: string[] = body.match(/<input [^>]*>/g) ?? [];
  for (const id of inputs.flatMap((input) => /\bid="(?!show)([\w-]+)"/.exec(input)?.slice(1) ?? []))
    assert.ok(body.includes(`<label for="${id}">`), id);
  for (const [, described = ''] of body.matchAll(/aria-describedby="([^"]+)"/g))
    for (const id of described.split(' ')) assert.ok(ids.includes(id), id);
  assert.ok(inputs.some((input) => /type="password" autocomplete="current-password"/.test(input)));
  assert.doesNotMatch(body, /maxlength|paste|keydown|beforeinput/);
});

test('what the page says is text: nothing in it opens a tag or ends an attribute', () => {
  const hostile = `"'><b onclick=x>&amp;`;
  const page = composePage(joinPage('en', () => hostile));
  assert.equal(page.includes(hostile), false);
  assert.doesNotMatch(page, /<b |"'/);
});

test('the script takes the token out of the address first, and keeps neither it nor who signed in', async () => {
  const script = onlyContent((await getPage('/join')).body, 'script');
  const replaced: unknown[][] = [];
  const browser = {
    URLSearchParams,
    location: { search: '?token=sesame-0123456789', pathname: '/join' },
    history: { replaceState: (...args: unknown[]) => replaced.push(args) },
  };
  assert.throws(() => runInNewContext(script, browser), /document is not defined/);
  assert.deepEqual(replaced, [[null, '', '/join']]);
  assert.doesNotMatch(script, /Storage|indexedDB|cookie|caches|innerHTML|console/);
});

class FakeElement {
  hidden = false;
  textContent = '';
  value = '';
  className = '';
  lang = '';
  dataset: Record<string, string> = {};
  children: FakeElement[] = [];
  readonly parts = new Map<string, FakeElement>();
  readonly listeners = new Map<string, (event: object) => Promise<void>>();
  part = (selector: string): FakeElement => {
    const part = this.parts.get(selector) ?? new FakeElement();
    this.parts.set(selector, part);
    return part;
  };
  querySelector = (selector: string): FakeElement | null =>
    selector === '[aria-invalid]' ? null : this.part(selector);
  querySelectorAll = (): FakeElement[] => [];
  replaceChildren = (...children: FakeElement[]): void => {
    this.children = children;
  };
  addEventListener = (type: string, listener: (event: object) => Promise<void>): void => {
    this.listeners.set(type, listener);
  };
  contains = (): boolean => false;
  after(): void {}
  before(): void {}
  remove(): void {}
  focus(): void {}
  setAttribute(): void {}
  removeAttribute(): void {}
}

type Answer = { status: number; body: object };

/** Opens the page with a link, signs in and accepts, where the server answers so; what the page says in the end. */
async function acceptInBrowser(script: string, look: Answer, accept: Answer, own: readonly object[]) {
  const document = new FakeElement();
  const entries = Object.entries(joinPage('en').data ?? {});
  document.part('main').dataset = Object.fromEntries(
    entries.map(([name, text]) => [name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), text]),
  );
  const fetch = async (address: string) => {
    const { status, body } = address.endsWith('/accept')
      ? accept
      : address.endsWith('/login')
        ? { status: 200, body: { access_token: 'a' } }
        : address.endsWith('/organizations')
          ? { status: 200, body: { data: { organizations: own } } }
          : look;
    return { status, ok: status < 300, json: async () => body };
  };
  runInNewContext(script, {
    URLSearchParams,
    AbortSignal: { timeout: () => undefined },
    fetch,
    location: { search: `?token=${'A'.repeat(43)}`, pathname: '/join' },
    history: { replaceState: () => undefined },
    document: Object.assign(document, {
      documentElement: { lang: 'en' },
      createElement: () => new FakeElement(),
      getElementById: (id: string) => document.part(`#${id}`),
    }),
  });
  await new Promise((resolve) => setImmediate(resolve));
  await document.part('#sign-in').listeners.get('submit')?.({ preventDefault: () => undefined });
  const said = document.part('#message').children.map(({ textContent }) => textContent);
  return { heading: document.part('h1').textContent, said };
}

test('it says that somebody is a member only when the server has said so, and never of a club without a name', async () => {
  const script = onlyContent((await getPage('/join')).body, 'script');
  const club = { org_id: 'riverside', org_name: 'Riverside', expires_at: '2026-07-18T09:20:00.000Z' };
  const open = { status: 200, body: { data: { invitation: club } } };
  const down = { status: 503, body: { error: 'Later.' } };
  const used = { status: 409, body: { code: 'conflict', error: 'Used up.' } };
  const gone = { status: 404, body: { code: 'not_found', error: 'No such thing.' } };
  const accepted = { status: 200, body: { data: { organization: { org_name: 'Riverside' } } } };
  const say = phrasesIn('en');
  const why = say('invitations.page.linkNoGood');
  const ask = say('invitations.page.askAgain');
  const done = say('invitations.page.done');
  const member = [{ org_id: 'riverside', member_status: 'active' }];
  const others = [
    { org_id: 'riverside', member_status: null },
    { org_id: 'elsewhere', member_status: 'active' },
  ];
  for (const [look, accept, own, heading, said] of [
    [open, accepted, member, 'You are a member of Riverside', [done]],
    [down, accepted, member, 'You are a member of Riverside', [done]],
    [open, used, member, 'You are a member of Riverside', [done]],
    [down, used, member, '', [why, ask]],
    [open, used, [], '', [why, ask]],
    [open, used, others, '', [why, ask]],
    [open, gone, member, '', [why, ask]],
    [down, gone, [], '', [why, ask]],
    [open, down, member, '', ['Later.']],
  ] as const) {
    const shown = await acceptInBrowser(script, look, accept, own);
    assert.deepEqual(shown, { heading, said }, JSON.stringify([look.status, accept, own]));
  }
});

/** Opens the page for a club, signs in and presses one of the two buttons as often as there is something to answer. */
async function answerInBrowser(script: string, offers: readonly object[], press: 'accept' | 'decline') {
  const document = new FakeElement();
  const entries = Object.entries(joinPage('en').data ?? {});
  document.part('main').dataset = Object.fromEntries(
    entries.map(([name, text]) => [name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), text]),
  );
  const sent: string[] = [];
  const fetch = async (address: string, { method }: { method: string }) => {
    if (method === 'POST' && !address.endsWith('/login')) sent.push(address);
    const body = address.endsWith('/login')
      ? { access_token: 'a' }
      : { data: { membership: { org_name: 'Riverside', offers } } };
    return { status: 200, ok: true, json: async () => body };
  };
  runInNewContext(script, {
    URLSearchParams,
    AbortSignal: { timeout: () => undefined },
    fetch,
    location: { search: '?org=riverside', pathname: '/join' },
    history: { replaceState: () => undefined },
    document: Object.assign(document, {
      documentElement: { lang: 'en' },
      createElement: () => new FakeElement(),
      getElementById: (id: string) => document.part(`#${id}`),
    }),
  });
  const submit = (id: string) =>
    document.part(id).listeners.get('submit')?.({ preventDefault: () => undefined });
  await submit('#sign-in');
  const asked: string[] = [];
  for (const _ of offers) {
    asked.push(document.part('#offer-asks').textContent);
    await submit(`#${press}-offer`);
  }
  return { sent, asked, heading: document.part('h1').textContent };
}

test('somebody whom a club asks answers one thing after the other, each by its role', async () => {
  const script = onlyContent((await getPage('/join')).body, 'script');
  const say = phrasesIn('en');
  const both = [{ role: 'member' }, { role: 'head_coach' }];
  const at = 'api/v1/organizations/riverside/membership';
  assert.deepEqual(await answerInBrowser(script, both, 'accept'), {
    sent: [`${at}/accept?role=member`, `${at}/accept?role=head_coach`],
    asked: [say('invitations.page.asksMember'), say('invitations.page.asksLead')],
    heading: say('invitations.page.acceptedHeading'),
  });
  const declined = await answerInBrowser(script, [{ role: 'member' }], 'decline');
  assert.deepEqual(
    [declined.sent, declined.heading],
    [[`${at}/decline?role=member`], say('invitations.page.declinedHeading')],
  );
  assert.equal((await answerInBrowser(script, [], 'accept')).heading, say('invitations.page.askedHeading'));
});
