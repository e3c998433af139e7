import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BABBLE, MISBEHAVIOURS } from '../../../sandbox/openid-provider/misbehave.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { type CraftedKey, craftKey, craftToken, startCraftedProvider } from '../../test/crafted-provider.ts';
import { type IdTokenStage, idTokenStage, verdict } from '../../test/id-token-stage.ts';
import { ProviderError } from './index.ts';

const READ_ONCE = ['/.well-known/openid-configuration', '/keys'];
const COOL_DOWN_MS = 30 * SECOND_MS;

/** A token that outlasts the test's moved clock. */
const lasting = ({ claims }: IdTokenStage, key: CraftedKey, header = {}): string =>
  craftToken(key, { ...claims, exp: Number(claims.exp) + 7 * 86_400 }, { header });

/** A token of a key that nobody has. */
const invented = (at: IdTokenStage): string => lasting(at, craftKey('ES256'));

test('a provider is read when it is first needed, once for all who ask at once', async () => {
  const at = await idTokenStage();
  assert.deepEqual(at.provider.asked(), []);
  const verdicts = await Promise.all([1, 2, 3].map(() => verdict(at.verifier, lasting(at, at.key))));
  assert.deepEqual(verdicts, ['valid', 'valid', 'valid']);
  assert.deepEqual(at.provider.asked(), READ_ONCE);
  await at.provider.stop();
});

test('a rotated key is found', async () => {
  const at = await idTokenStage();
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'valid');
  const next = craftKey('ES256');
  at.provider.publish({ keys: [next.jwk] });
  at.time.ms += COOL_DOWN_MS;
  assert.equal(await verdict(at.verifier, lasting(at, next)), 'valid');
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'unknown_key', 'the former one is withdrawn');
  await at.provider.stop();
});

test('key ids out of thin air make nobody ask more often than the cool-down allows', async () => {
  const at = await idTokenStage();
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'valid');
  at.time.ms += COOL_DOWN_MS;
  at.provider.asked();
  const tokens = Array.from({ length: 20 }, () => invented(at));
  const verdicts = await Promise.all(tokens.map((token) => verdict(at.verifier, token)));
  assert.deepEqual(new Set(verdicts), new Set(['unknown_key']));
  for (const token of tokens) {
    at.time.ms += SECOND_MS;
    assert.equal(await verdict(at.verifier, token), 'unknown_key');
  }
  assert.deepEqual(at.provider.asked(), READ_ONCE);
  at.time.ms += COOL_DOWN_MS;
  assert.equal(await verdict(at.verifier, invented(at)), 'unknown_key');
  assert.deepEqual(at.provider.asked(), READ_ONCE);
  await at.provider.stop();
});

test('the provider is not asked more often while it fails', async () => {
  const at = await idTokenStage();
  at.provider.behave('failing');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await assert.rejects(verdict(at.verifier, lasting(at, at.key)), ProviderError);
  }
  assert.deepEqual(at.provider.asked(), READ_ONCE.slice(0, 1));
  at.provider.behave(undefined);
  await assert.rejects(verdict(at.verifier, lasting(at, at.key)), ProviderError);
  at.time.ms += COOL_DOWN_MS;
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'valid');
  await at.provider.stop();
});

test('a withdrawn key is noticed within ten minutes', async () => {
  const at = await idTokenStage();
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'valid');
  at.provider.publish({ keys: [craftKey('ES256').jwk] });
  at.time.ms += 10 * MINUTE_MS - 1;
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'valid');
  at.time.ms += 1;
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'unknown_key');
  await at.provider.stop();
});

test('a clock that is turned back holds nothing up', async () => {
  const at = await idTokenStage();
  assert.equal(await verdict(at.verifier, lasting(at, at.key)), 'valid');
  const next = craftKey('ES256');
  at.provider.publish({ keys: [next.jwk] });
  at.time.ms -= SECOND_MS;
  assert.equal(await verdict(at.verifier, lasting(at, next)), 'valid');
  await at.provider.stop();
});

for (const how of [...MISBEHAVIOURS, 'stopped'] as const) {
  test(`a provider that is ${how}: known keys go on working for a day, others get no answer`, async () => {
    // Some providers never answer, which is waited for; a healthy one gets as long on a busy machine.
    const at = await idTokenStage({ timeout_ms: 1_000 });
    const known = lasting(at, at.key);
    assert.equal(await verdict(at.verifier, known), 'valid');
    if (how === 'stopped') await at.provider.stop();
    else at.provider.behave(how);
    at.time.ms += HOUR_MS;
    assert.equal(await verdict(at.verifier, known), 'valid');
    await assert.rejects(verdict(at.verifier, invented(at)), (error: unknown) => {
      assert.ok(error instanceof ProviderError);
      assert.doesNotMatch(error.message, new RegExp(BABBLE));
      return true;
    });
    at.time.ms += DAY_MS - HOUR_MS;
    await assert.rejects(verdict(at.verifier, known), ProviderError);
    assert.ok(!at.provider.asked().some((path) => path.startsWith('/moved')), 'redirects are not followed');
    if (how !== 'stopped') await at.provider.stop();
  });
}

test('keys that a provider must not publish are refused', async () => {
  const elsewhere = await startCraftedProvider([]);
  const [rsa, ec] = [craftKey('RS256'), craftKey('ES256')];
  const documents: [why: string, Parameters<typeof elsewhere.publish>[0]][] = [
    ['what it says in an error', { status: 503 }],
    ['what is only part of it', { status: 206 }],
    ['more than 256 KiB', { configuration: { padding: 'x'.repeat(256 * 1_024) } }],
    ['another issuer', { configuration: { issuer: elsewhere.issuer } }],
    ['no issuer', { configuration: { issuer: undefined } }],
    ['no keys', { configuration: { jwks_uri: undefined } }],
    ['keys without TLS on another host', { configuration: { jwks_uri: `${elsewhere.issuer}/keys` } }],
    ['keys in a file', { configuration: { jwks_uri: 'file:///etc/passwd' } }],
    ['keys in the address', { configuration: { jwks_uri: 'data:application/json,{"keys":[]}' } }],
    [
      'only algorithms with a shared secret',
      { configuration: { id_token_signing_alg_values_supported: ['HS256', 'none'] } },
    ],
    ['algorithms that are no list', { configuration: { id_token_signing_alg_values_supported: 'ES256' } }],
    ['no algorithms', { configuration: { id_token_signing_alg_values_supported: undefined } }],
    ['keys that are no list', { keys: { 0: ec.jwk } }],
    ['a key that is off its curve', { keys: [{ ...ec.jwk, y: ec.jwk.x }] }],
    [
      'a private key',
      { keys: [ec.private_key.export({ format: 'jwk' })].map((jwk) => ({ ...jwk, kid: ec.jwk.kid })) },
    ],
  ];
  for (const [why, published] of documents) {
    const at = await idTokenStage({ keys: [ec] });
    at.provider.publish(published);
    await assert.rejects(verdict(at.verifier, lasting(at, ec)), ProviderError, why);
    await at.provider.stop();
  }
  assert.deepEqual(elsewhere.asked(), []);
  await elsewhere.stop();

  const odd = await idTokenStage({ keys: [rsa] });
  odd.provider.publish({ keys: [null, 7, 'key', [], {}, { kty: 'RSA' }, { ...rsa.jwk, n: 7 }, rsa.jwk] });
  assert.equal(await verdict(odd.verifier, lasting(odd, rsa)), 'valid', 'a good key among odd ones');
  await odd.provider.stop();
});
