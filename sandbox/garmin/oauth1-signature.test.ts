import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sign } from '../../src/test/garmin-app.ts';
import {
  baseString,
  baseUri,
  normalizeParameters,
  type Parameter,
  readAuthorization,
  readParameters,
  signatureOf,
} from './oauth1-signature.ts';

/** The example of RFC 5849 section 3.4.1: repeated names, empty values, plus signs, text that is encoded twice. */
const RFC = {
  query: 'b5=%3D%253D&a3=a&c%40=&a2=r%20b',
  body: 'c2&a3=2+q',
  header:
    'OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"',
  normalized:
    'a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2&oauth_nonce=7d8f3e4a&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7',
};

test('parameters are collected and normalized as in RFC 5849 section 3.4.1.3', () => {
  const header = readAuthorization(RFC.header) ?? [];
  const all = [...readParameters(RFC.query), ...readParameters(RFC.body), ...header];
  assert.equal(normalizeParameters(all), RFC.normalized);
});

test('the signature of RFC 5849 section 1.2 comes out', () => {
  const parameters: Parameter[] = [
    ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131200'],
    ['oauth_nonce', 'wIjqoS'],
    ['oauth_callback', 'http://printer.example.com/ready'],
  ];
  const base = baseString('POST', 'https://photos.example.net/initiate', parameters);
  assert.equal(signatureOf(base, 'kd94hf93k423kf44', ''), '74KNZJeDHnMBp0EMJ9ZHt/XKycU=');
});

test('the base address is in lower case and without its usual port', () => {
  assert.equal(baseUri('http', 'EXAMPLE.com:80', '/r%20v/X'), 'http://example.com/r%20v/X');
  assert.equal(baseUri('https', 'www.example.net:8080', '/'), 'https://www.example.net:8080/');
  assert.equal(baseUri('https', 'example.net:443', ''), 'https://example.net/');
});

test('a header of another form is none', () => {
  for (const header of ['', 'Bearer x', 'OAuth', 'OAuth a=b', 'OAuth a="b" c="d"', 'OAuth a="b",,c="d"']) {
    assert.equal(readAuthorization(header), null, header);
  }
});

/** Third parties' vectors, which lie beside the repository where there are any. */
const FACTS = new URL('../../../shared/facts/', import.meta.url);
const VECTORS = new URL('samples/vectors/oauth1.json', FACTS);
type Case = {
  id: string;
  method: string;
  base_url: string;
  query_params: Parameter[];
  form_body_params: Parameter[];
  oauth_params: Parameter[];
  consumer_secret: string;
  token_secret: string;
  expected_base_string: string;
  expected_signature: string;
};

describe('the vectors of OAuth 1.0a', existsSync(VECTORS) ? {} : { skip: 'the vectors are not here' }, () => {
  const cases: Case[] = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')).cases : [];
  test('at least eleven vectors are there', () => assert.ok(cases.length >= 11));
  for (const one of cases) {
    test(`${one.id}: the checking side and the signer of the tests agree with it`, () => {
      const { host, pathname, protocol, href } = new URL(one.base_url);
      const uri = baseUri(protocol === 'https:' ? 'https' : 'http', host, pathname);
      const parameters = [...one.query_params, ...one.form_body_params, ...one.oauth_params];
      const base = baseString(one.method, uri, parameters);
      assert.equal(base, one.expected_base_string);
      assert.equal(signatureOf(base, one.consumer_secret, one.token_secret), one.expected_signature);

      const oauth = Object.fromEntries(one.oauth_params);
      const header = sign(
        {
          method: one.method,
          url: `${href}?${new URLSearchParams(one.query_params.map(([name, value]) => [name, value]))}`,
          form: new URLSearchParams(one.form_body_params.map(([name, value]) => [name, value])),
        },
        { client_id: oauth.oauth_consumer_key ?? '', client_secret: one.consumer_secret },
        { token: '', secret: one.token_secret },
        new Date(),
        { oauth_version: undefined, oauth_token: undefined, ...oauth },
      );
      assert.ok(readAuthorization(header)?.some(([, value]) => value === one.expected_signature));
    });
  }
});
