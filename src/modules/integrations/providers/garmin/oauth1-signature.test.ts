import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readAuthorization } from '../../../../../sandbox/garmin/oauth1-signature.ts';
import { type Pair, percentEncode, signatureBase, signatureOf, signedHeader } from './oauth1-signature.ts';

describe('signatures of OAuth 1.0a', () => {
  test('the three requests of RFC 5849 section 1.2 are signed as it says', () => {
    const sign = (method: string, uri: string, pairs: readonly Pair[], token_secret: string): string => {
      const always: readonly Pair[] = [
        ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
        ['oauth_signature_method', 'HMAC-SHA1'],
      ];
      return signatureOf(signatureBase(method, uri, [...pairs, ...always]), 'kd94hf93k423kf44', token_secret);
    };
    const initiate: readonly Pair[] = [
      ['oauth_timestamp', '137131200'],
      ['oauth_nonce', 'wIjqoS'],
      ['oauth_callback', 'http://printer.example.com/ready'],
    ];
    assert.equal(
      sign('POST', 'https://photos.example.net/initiate', initiate, ''),
      '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
    );
    const token: readonly Pair[] = [
      ['oauth_token', 'hh5s93j4hdidpola'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', 'walatlh'],
      ['oauth_verifier', 'hfdp7dh39dks9884'],
    ];
    assert.equal(
      sign('post', 'https://photos.example.net/token', token, 'hdhd0244k9j7ao03'),
      'gKgrFCywp7rO0OXSjdot/IHF7IU=',
    );
    const resource: readonly Pair[] = [
      ['size', 'original'],
      ['file', 'vacation.jpg'],
      ['oauth_token', 'nnch734d00sl2jdk'],
      ['oauth_timestamp', '137131202'],
      ['oauth_nonce', 'chapoH'],
    ];
    assert.equal(
      sign('GET', 'http://photos.example.net/photos', resource, 'pfkkdhi9sl3r4s00'),
      'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
    );
  });

  test('the base of RFC 5849 section 3.4.1.1: names twice, empty values, what is encoded already', () => {
    const pairs: readonly Pair[] = [
      ['b5', '=%3D'],
      ['a3', 'a'],
      ['c@', ''],
      ['a2', 'r b'],
      ['c2', ''],
      ['a3', '2 q'],
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
    ];
    assert.equal(
      signatureBase('POST', 'http://example.com/request', pairs),
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  test('all but unreserved characters are encoded; a name that begins another comes before it', () => {
    assert.equal(percentEncode("aZ09-._~!'()* +é&="), 'aZ09-._~%21%27%28%29%2A%20%2B%C3%A9%26%3D');
    assert.equal(percentEncode('\ud800'), '%EF%BF%BD');
    const base = signatureBase('GET', 'http://a/', [
      ['a1', '2'],
      ['a', '9'],
      ['a', '10'],
    ]);
    assert.equal(base, 'GET&http%3A%2F%2Fa%2F&a%3D10%26a%3D9%26a1%3D2');
  });

  test('a header signs query, form and token, and carries what a reader needs', () => {
    const url = new URL('https://API.example:443/rest/x?b=1+2&b=%2B');
    const header = signedHeader(
      { method: 'POST', url, form: [['f', '(1)']] },
      { key: 'k&y', secret: 's' },
      { key: 't', secret: 'ts' },
      { nonce: 'n', timestamp_s: 5 },
      [['oauth_verifier', 'v']],
    );
    const carried = readAuthorization(header) ?? [];
    const without = carried.filter(([name]) => name !== 'oauth_signature');
    assert.deepEqual(Object.fromEntries(without), {
      oauth_consumer_key: 'k&y',
      oauth_nonce: 'n',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '5',
      oauth_token: 't',
      oauth_version: '1.0',
      oauth_verifier: 'v',
    });
    const all: readonly Pair[] = [...without, ['b', '1 2'], ['b', '+'], ['f', '(1)']];
    const expected = signatureOf(signatureBase('POST', 'https://api.example/rest/x', all), 's', 'ts');
    assert.deepEqual(
      carried.find(([name]) => name === 'oauth_signature'),
      ['oauth_signature', expected],
    );
  });
});

/** Third parties' vectors, where they exist beside the repository. */
const VECTORS = new URL('../../../../../../shared/facts/samples/vectors/oauth1.json', import.meta.url);
type Case = {
  id: string;
  method: string;
  base_url: string;
  query_params: Pair[];
  form_body_params: Pair[];
  oauth_params: Pair[];
  consumer_secret: string;
  token_secret: string;
  expected_base_string: string;
  expected_signature: string;
};

describe('the vectors of OAuth 1.0a', existsSync(VECTORS) ? {} : { skip: 'the vectors are not here' }, () => {
  const cases: Case[] = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')).cases : [];
  test('are there', () => assert.ok(cases.length >= 11));
  for (const one of cases) {
    test(one.id, () => {
      const { origin, pathname } = new URL(one.base_url);
      const pairs = [...one.query_params, ...one.form_body_params, ...one.oauth_params];
      const base = signatureBase(one.method, `${origin}${pathname}`, pairs);
      assert.equal(base, one.expected_base_string);
      assert.equal(signatureOf(base, one.consumer_secret, one.token_secret), one.expected_signature);
    });
  }
});
