import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { followable } from './create-garmin.ts';

const settings = { api_url: 'https://apis.garmin.com/wellness-api/rest' };

test('what lies on the API is followed, with its query', () => {
  for (const url of [
    'https://apis.garmin.com/wellness-api/rest/activities?uploadStartTimeInSeconds=1&token=a%20b',
    'https://APIS.garmin.com:443/wellness-api/rest/dailies',
    'https://apis.garmin.com/wellness-api/rest/backfill/../sleeps?x=1',
  ]) {
    assert.equal(followable(url, settings)?.href, new URL(url).href);
  }
});

const ELSEWHERE: readonly string[] = [
  'http://apis.garmin.com/wellness-api/rest/activities',
  'https://apis.garmin.com:8443/wellness-api/rest/activities',
  'https://apis.garmin.com.example/wellness-api/rest/activities',
  'https://apis.garmin.com@127.0.0.1/wellness-api/rest/activities',
  'https://me:secret@apis.garmin.com/wellness-api/rest/activities',
  'https://127.0.0.1/wellness-api/rest/activities',
  'https://apis.garmin.com/wellness-api/rest',
  'https://apis.garmin.com/wellness-api/rest/',
  'https://apis.garmin.com/wellness-api/restless',
  'https://apis.garmin.com/wellness-api/rest/user/id',
  'https://apis.garmin.com/wellness-api/rest/backfill/activities?summaryStartTimeInSeconds=1',
  'https://apis.garmin.com/wellness-api/rest/../../partner-gateway/rest/user',
  'https://apis.garmin.com/wellness-api/rest/%2e%2e/admin',
  'https://apis.garmin.com/wellness-api/rest/..%2fadmin',
  'https://apis.garmin.com/wellness-api/rest/a%5cb',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//apis.garmin.com/wellness-api/rest/activities',
  '/wellness-api/rest/activities',
  '',
  `https://apis.garmin.com/wellness-api/rest/activities?x=${'y'.repeat(4_000)}`,
];
for (const url of ELSEWHERE) {
  test(`"${url.slice(0, 80)}" is not followed`, () => assert.equal(followable(url, settings), null));
}

test('whatever is written, what is followed lies on the API', () => {
  const piece = fc.constantFrom(
    '/',
    '..',
    '%2e',
    '%2f',
    '\\',
    '@',
    '?',
    '#',
    ':',
    'activities',
    'user',
    'é',
    ' ',
  );
  const path = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 6 });
  const before = fc.constantFrom('', 'https://', 'https://apis.garmin.com', `${settings.api_url}/`);
  fc.assert(
    fc.property(before, path, (start, pieces) => {
      const url = followable(`${start}${pieces.join('')}`, settings);
      if (url === null) return;
      assert.equal(url.origin, 'https://apis.garmin.com');
      assert.match(url.pathname, /^\/wellness-api\/rest\/\w+$/);
    }),
    { numRuns: 1_000 },
  );
});
