import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { craftKey, craftToken, hmacOf, startCraftedProvider } from '../../test/crafted-provider.ts';
import {
  type IdTokenStage,
  idTokenStage,
  STAGE_AUDIENCE,
  STAGE_START_MS,
  verdict,
} from '../../test/id-token-stage.ts';

const AUDIENCE = STAGE_AUDIENCE;
const NOW_S = STAGE_START_MS / SECOND_MS;

describe('ID tokens', () => {
  let at: IdTokenStage;
  before(async () => {
    at = await idTokenStage();
  });
  after(() => at.provider.stop());

  const judge = (change: object, header: Record<string, unknown> = {}, nonce?: string): Promise<string> =>
    verdict(at.verifier, craftToken(at.key, { ...at.claims, ...change }, { header }), nonce);

  test('ID tokens say who somebody is', async () => {
    const token = craftToken(at.key, { ...at.claims, email: 'yuki@example.org', email_verified: true });
    assert.deepEqual(await at.verifier.verify(token, undefined), {
      valid: true,
      claims: {
        issuer: at.provider.issuer,
        subject: 'yuki',
        email: 'yuki@example.org',
        email_verified: true,
        issued_at: new Date(STAGE_START_MS),
      },
    });
  });

  test('the address counts as verified only where the provider says so', async () => {
    for (const [said, verified] of [
      [true, true],
      // As Apple writes it.
      ['true', true],
      [false, false],
      ['false', false],
      [1, false],
      [undefined, false],
      [{}, false],
    ]) {
      const token = craftToken(at.key, { ...at.claims, email: 'a@example.org', email_verified: said });
      const check = await at.verifier.verify(token, undefined);
      assert.equal(check.valid && check.claims.email_verified, verified, String(said));
    }
    const check = await at.verifier.verify(craftToken(at.key, { ...at.claims, email: 7 }), undefined);
    assert.equal(check.valid && check.claims.email, null);
  });

  test('each algorithm that a provider of our time signs with', async () => {
    const keys = ['RS256', 'PS256', 'ES256', 'EdDSA'].map((alg) => craftKey(alg));
    const { provider, verifier, claims } = await idTokenStage({ keys });
    for (const key of keys) {
      assert.equal(await verdict(verifier, craftToken(key, claims)), 'valid', key.alg);
      const other = craftKey(key.alg, { kid: String(key.jwk.kid) });
      assert.equal(await verdict(verifier, craftToken(other, claims)), 'bad_signature', key.alg);
    }
    assert.equal(provider.asked().length, 2, 'asked for once');
    await provider.stop();
  });

  test('an ID token that is unsigned or signed with a public value is refused', async () => {
    const { key, claims, verifier } = at;
    const pem = createPublicKey(key.private_key).export({ type: 'spki', format: 'pem' }).toString();
    const hmac = (secret: string) => ({ signature: (input: string) => hmacOf(input, secret) });
    for (const [header, options] of [
      [{ alg: 'none' }, { signature: () => Buffer.from('x') }],
      [{ alg: 'None' }, {}],
      [{ alg: 'HS256' }, hmac(pem)],
      [{ alg: 'HS256' }, hmac(JSON.stringify(key.jwk))],
      [{ alg: 'HS256' }, hmac('')],
      [{ alg: 'ES256K' }, {}],
      [{ alg: 'RS1' }, {}],
      [{ alg: ['ES256'] }, {}],
      [{ alg: undefined }, {}],
    ] as const) {
      const token = craftToken(key, claims, { header, ...options });
      assert.equal(await verdict(verifier, token), 'bad_algorithm', JSON.stringify(header));
    }
    const [start = ''] = craftToken(key, claims, { header: { alg: 'none' } }).split(/\.[^.]*$/);
    assert.equal(await verdict(verifier, `${start}.`), 'malformed', 'without a signature');
    const zeros = { signature: () => Buffer.alloc(64) };
    assert.equal(await verdict(verifier, craftToken(key, claims, zeros)), 'bad_signature', 'all zeros');
    assert.equal(
      await verdict(verifier, craftToken(key, claims, { signature: () => Buffer.alloc(3) })),
      'bad_signature',
    );
  });

  test('only with an algorithm that the provider says it uses, and the one its key is for', async () => {
    const [rsa, ec] = [craftKey('RS256'), craftKey('ES256')];
    const { provider, verifier, claims } = await idTokenStage({ keys: [rsa, ec] });
    provider.publish({
      configuration: { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] },
    });
    assert.equal(await verdict(verifier, craftToken(rsa, claims)), 'valid');
    assert.equal(await verdict(verifier, craftToken(ec, claims)), 'bad_algorithm');
    await provider.stop();
    const both = await idTokenStage({ keys: [rsa] });
    const asPss = craftToken({ ...rsa, alg: 'PS256' }, both.claims);
    assert.equal(await verdict(both.verifier, asPss), 'unknown_key', 'the key says RS256');
    await both.provider.stop();
  });

  test('not with weak keys, and not with keys of other kinds', async () => {
    const weak = craftKey('RS256', { rsa_bits: 2_040 });
    const weakPss = craftKey('PS256', { rsa_bits: 1_024 });
    const good = craftKey('RS256');
    const simple = { ...good, jwk: { ...good.jwk, kid: 'simple', e: 'AQ' } };
    const padded = {
      ...weak,
      jwk: {
        ...weak.jwk,
        kid: 'padded',
        n: Buffer.concat([Buffer.alloc(8), Buffer.from(String(weak.jwk.n), 'base64url')]).toString(
          'base64url',
        ),
      },
    };
    const secret = { ...good, jwk: { kty: 'oct', k: 'c2VjcmV0', kid: 'secret', alg: 'HS256' } };
    const { provider, verifier, claims } = await idTokenStage({
      keys: [weak, weakPss, simple, padded, secret, good],
    });
    for (const key of [weak, weakPss, simple, padded]) {
      assert.equal(await verdict(verifier, craftToken(key, claims)), 'unknown_key', String(key.jwk.kid));
    }
    const byHmac = craftToken(secret, claims, {
      header: { alg: 'HS256' },
      signature: (input) => hmacOf(input, 'secret'),
    });
    assert.equal(await verdict(verifier, byHmac), 'bad_algorithm');
    assert.equal(
      await verdict(verifier, craftToken(good, claims)),
      'valid',
      'the others are no worse for it',
    );
    await provider.stop();
  });

  test('a key without a name serves tokens without one, as long as it is the only one', async () => {
    const [one, two] = [craftKey('ES256'), craftKey('ES256')];
    const { kid: _, ...nameless } = one.jwk;
    const { provider, verifier, claims, time } = await idTokenStage({ keys: [{ ...one, jwk: nameless }] });
    const token = craftToken(one, claims, { header: { kid: undefined } });
    assert.equal(await verdict(verifier, token), 'valid');
    provider.publish({ keys: [nameless, two.jwk] });
    time.ms += 10 * MINUTE_MS;
    assert.equal(await verdict(verifier, token), 'unknown_key');
    assert.equal(await verdict(verifier, craftToken(one, claims, { header: { kid: 7 } })), 'malformed');
    await provider.stop();
  });

  test('of this issuer, to the letter', async () => {
    for (const iss of [
      `${at.provider.issuer}/`,
      at.provider.issuer.toUpperCase(),
      at.provider.issuer.replace('127.0.0.1', 'localhost'),
      'https://accounts.example.org',
      [at.provider.issuer],
      undefined,
      null,
    ]) {
      assert.equal(await judge({ iss }), 'unknown_issuer', String(iss));
    }
  });

  test('for this app, and given to it when it is for several', async () => {
    for (const [aud, azp, expected] of [
      [AUDIENCE, undefined, 'valid'],
      [[AUDIENCE], undefined, 'valid'],
      // Google issues it to the app on a phone for its server.
      [AUDIENCE, 'ekiden-phone', 'valid'],
      [[AUDIENCE, 'other'], AUDIENCE, 'valid'],
      [[AUDIENCE, 'other'], undefined, 'other_audience'],
      [[AUDIENCE, 'other'], 'other', 'other_audience'],
      ['other', AUDIENCE, 'other_audience'],
      [`${AUDIENCE} `, undefined, 'other_audience'],
      [[], undefined, 'other_audience'],
      [undefined, AUDIENCE, 'other_audience'],
      [{ [AUDIENCE]: true }, AUDIENCE, 'other_audience'],
    ] as const) {
      assert.equal(await judge({ aud, azp }), expected, JSON.stringify([aud, azp]));
    }
    const two = await idTokenStage({ audiences: ['phone', 'web'] });
    for (const [aud, expected] of [
      ['phone', 'valid'],
      ['web', 'valid'],
      [AUDIENCE, 'other_audience'],
    ]) {
      assert.equal(await verdict(two.verifier, craftToken(two.key, { ...two.claims, aud })), expected);
    }
    await two.provider.stop();
  });

  test('within their time, give or take a minute', async () => {
    for (const [change, expected] of [
      [{ exp: NOW_S - 59 }, 'valid'],
      [{ exp: NOW_S - 60 }, 'expired'],
      [{ iat: NOW_S + 60 }, 'valid'],
      [{ iat: NOW_S + 61 }, 'too_early'],
      [{ iat: NOW_S - 86_400 }, 'valid'],
      [{ nbf: NOW_S + 60 }, 'valid'],
      [{ nbf: NOW_S + 61 }, 'too_early'],
      [{ iat: -1e300 }, 'missing_claim'],
      [{ exp: undefined }, 'missing_claim'],
      [{ exp: String(NOW_S + 60) }, 'missing_claim'],
      [{ iat: undefined }, 'missing_claim'],
      [{ iat: String(NOW_S) }, 'missing_claim'],
      [{ iat: null }, 'missing_claim'],
    ] as const) {
      assert.equal(await judge(change), expected, JSON.stringify(change));
    }
  });

  test('with a subject that can be kept', async () => {
    for (const [sub, expected] of [
      ['x'.repeat(255), 'valid'],
      ['auth0|5f7c 8e', 'valid'],
      ['x'.repeat(256), 'missing_claim'],
      ['', 'missing_claim'],
      ['a\0b', 'missing_claim'],
      ['\ud83d', 'missing_claim'],
      [7, 'missing_claim'],
      [undefined, 'missing_claim'],
    ] as const) {
      assert.equal(await judge({ sub }), expected, JSON.stringify(sub));
    }
  });

  test('with the nonce that was sent, when one was', async () => {
    assert.equal(await judge({ nonce: 'n-1' }, {}, 'n-1'), 'valid');
    assert.equal(await judge({ nonce: 'n-1' }), 'valid');
    assert.equal(await judge({ nonce: 'n-1' }, {}, 'n-2'), 'other_nonce');
    assert.equal(await judge({}, {}, 'n-1'), 'other_nonce');
    assert.equal(await judge({ nonce: ['n-1'] }, {}, 'n-1'), 'other_nonce');
  });

  test('no access tokens and no logout tokens of the same provider', async () => {
    for (const typ of ['JWT', 'jwt', 'application/jwt', undefined])
      assert.equal(await judge({}, { typ }), 'valid', String(typ));
    for (const typ of ['at+jwt', 'application/at+jwt', 'logout+jwt', 'JOSE', 7, null])
      assert.equal(await judge({}, { typ }), 'other_kind', String(typ));
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    assert.equal(await judge({ events }), 'other_kind');
  });

  test('with no header that we would have to understand', async () => {
    assert.equal(await judge({}, { crit: ['exp'], exp: 1 }), 'malformed');
    assert.equal(await judge({}, { crit: ['b64'], b64: false }), 'malformed');
  });

  test('what a token names is never asked for', async () => {
    const thief = craftKey('ES256');
    const trap = await startCraftedProvider([thief.jwk]);
    for (const header of [
      { jku: `${trap.issuer}/keys` },
      { x5u: `${trap.issuer}/keys` },
      { jwk: thief.jwk },
      { kid: `${trap.issuer}/keys` },
      { kid: '../../keys' },
    ]) {
      const token = craftToken(thief, at.claims, { header: { kid: at.key.jwk.kid, ...header } });
      assert.match(await verdict(at.verifier, token), /^(?:bad_signature|unknown_key)$/);
    }
    const own = craftToken(thief, { ...at.claims, iss: trap.issuer });
    assert.equal(await verdict(at.verifier, own), 'unknown_issuer');
    assert.deepEqual(trap.asked(), []);
    await trap.stop();
  });

  test('in one spelling, and of a length that is worth reading', async () => {
    const long = craftToken(at.key, { ...at.claims, padding: 'x'.repeat(11_500) });
    assert.ok(long.length < 16_384 && long.length > 15_000);
    assert.equal(await verdict(at.verifier, long), 'valid');
    const token = craftToken(at.key, at.claims);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const spelled =
      signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1);
    for (const other of [
      craftToken(at.key, { ...at.claims, padding: 'x'.repeat(13_000) }),
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${spelled}`,
      `${header}.${payload}.${signature}.`,
      ` ${token}`,
      `${token}\n`,
      craftToken(at.key, '[]'),
      craftToken(at.key, 'null'),
      craftToken(at.key, '{"iss":'),
      '..',
      '',
    ]) {
      assert.equal(await verdict(at.verifier, other), 'malformed', other.slice(0, 50));
    }
  });

  test('any text is an answer, never an error', async () => {
    const part = fc.oneof(
      fc.base64String().map((text) => text.replace(/[+/=]/g, '')),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc.constantFrom(...craftToken(at.key, at.claims).split('.')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), fc.string(), async (parts, text) => {
        const token = parts.join('.');
        if (token === craftToken(at.key, at.claims)) return;
        assert.notEqual(await verdict(at.verifier, text), 'valid');
        await verdict(at.verifier, token);
      }),
      { numRuns: 300 },
    );
  });
});
