import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { composePage } from '../../../../http/pages/compose-page.ts';
import { LANGUAGES, type Language } from '../../../../shared/languages.ts';
import { assertRunsOnlyItsOwn, getPage, onlyContent } from '../../../../test/pages.ts';
import { phrase, phrasesIn } from '../../../../words/index.ts';
import { FAILURE_REASONS, resultUrl } from '../return-url.ts';
import { connectedPage } from './connected-page.ts';

test('the page holds nothing of its address, is kept nowhere and runs its own script alone', async () => {
  const plain = await getPage('/connected');
  for (const query of [
    'provider=strava&status=success&provider_user_id=4711',
    'provider="><script>alert(1)</script>&status=error&error=<b>',
    'status=success&status=error',
  ]) {
    const { status, headers, body } = await getPage(`/connected?${query}`);
    assert.deepEqual([status, body], [200, plain.body]);
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'etag', 'vary'].map((name) => headers.get(name)),
      ['no-store', 'no-referrer', null, 'accept-language, cookie'],
    );
    assertRunsOnlyItsOwn({ headers, body });
  }
});

test('it is in the language of the browser', async () => {
  for (const language of LANGUAGES) {
    const { headers, body } = await getPage('/connected', language);
    assert.equal(headers.get('content-language'), language);
    assert.ok(
      body.includes(`<h1 tabindex="-1">${phrase(language, 'integrations.connectedPage.heading')}</h1>`),
    );
  }
});

test('what the page says is text: nothing in it opens a tag or ends an attribute', () => {
  const hostile = `"'><b onclick=x>&amp;`;
  const page = composePage(connectedPage('en', () => hostile));
  assert.equal(page.includes(hostile), false);
  assert.doesNotMatch(page, /<b |"'/);
});

/** The text that the page shows at an address, in the part of a browser that its script needs. */
function shownAt(script: string, address: string, language: Language = 'en') {
  type Paragraph = { textContent: string };
  const heading = {
    textContent: phrase(language, 'integrations.connectedPage.heading'),
    focus: () => undefined,
  };
  const message = { children: [] as Paragraph[], replaceChildren };
  function replaceChildren(...children: Paragraph[]): void {
    message.children = children;
  }
  const dataset = Object.fromEntries(
    Object.entries(connectedPage(language).data ?? {}).map(([name, text]) => [
      name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()),
      text,
    ]),
  );
  const replaced: unknown[][] = [];
  const { search, pathname } = new URL(address);
  runInNewContext(script, {
    URLSearchParams,
    location: { search, pathname },
    history: { replaceState: (...args: unknown[]) => replaced.push(args) },
    document: {
      querySelector: (name: string) => (name === 'main' ? { dataset } : heading),
      querySelectorAll: () => [],
      getElementById: () => message,
      createElement: () => ({ textContent: '' }),
    },
  });
  assert.deepEqual(replaced, [[null, '', '/connected']]);
  return { heading: heading.textContent, said: message.children.map(({ textContent }) => textContent) };
}

test('it says what the callback says, of platforms and reasons that it knows, in each language', async () => {
  const script = onlyContent((await getPage('/connected')).body, 'script');
  const back = 'http://127.0.0.1:4000/connected';
  for (const language of LANGUAGES) {
    const say = phrasesIn(language);
    for (const [provider, title] of [
      ['strava', 'Strava'],
      ['garmin', 'Garmin'],
    ] as const) {
      const success = resultUrl(back, provider, { provider_user_id: '4711' });
      assert.deepEqual(shownAt(script, success, language), {
        heading: say('integrations.connectedPage.connectedHeading', { platform: title }),
        said: [say('integrations.connectedPage.connected')],
      });
      for (const error of FAILURE_REASONS) {
        assert.deepEqual(shownAt(script, resultUrl(back, provider, { error }), language), {
          heading: say('integrations.connectedPage.notConnectedHeading', { platform: title }),
          said: [say(`integrations.connectedPage.reasons.${error}`, { platform: title })],
        });
      }
    }
  }
});

test('an address that says something else gets nothing of it shown', async () => {
  const script = onlyContent((await getPage('/connected')).body, 'script');
  const at = (query: string) => shownAt(script, `http://127.0.0.1:4000/connected?${query}`);
  const nothing = {
    heading: phrase('en', 'integrations.connectedPage.heading'),
    said: [phrase('en', 'integrations.connectedPage.noResult')],
  };
  for (const query of [
    '',
    'provider=<b>Evil</b>&status=success',
    'provider=__proto__&status=success',
    'provider=strava',
    'provider=strava&status=connected',
  ])
    assert.deepEqual(at(query), nothing, query);
  for (const error of ['call_0900_evil', 'constructor', ''])
    assert.deepEqual(at(`provider=strava&status=error&error=${error}`), {
      heading: 'Strava is not connected',
      said: [phrase('en', 'integrations.connectedPage.anyReason')],
    });
});
