import assert from 'node:assert/strict';
import { randomBytes, sign as signBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { compactVerify, importJWK, type JWK } from 'jose';
import { newId } from '../../shared/ids.ts';
import { withWycheproof, wycheproofCases } from '../../test/wycheproof.ts';
import { createTokenSigner, MAX_TOKEN_CHARS, tokenKeyFromSeed } from './access-tokens.ts';
import { readCompactJws, readJsonObject } from './compact-jws.ts';

const now = new Date('2026-07-01T08:00:00.000Z');
const key = tokenKeyFromSeed(randomBytes(32));
const signer = createTokenSigner({
  keys: [key],
  issuer: 'https://ekiden.test',
  audience: 'ekiden',
  ttl_s: 3_600,
  clock: { now: () => now },
});

describe('the JSON Web vectors of Wycheproof', withWycheproof, () => {
  test('none of them is an access token, nor does it become one with our key id, claims or signature', async () => {
    const { access_token } = await signer.sign({ user_id: newId(), roles: ['user'], issued_at: now });
    const [header = '', payload = ''] = access_token.split('.');
    const signed = (start: string) =>
      `${start}.${signBytes(null, Buffer.from(start), key.private_key).toString('base64url')}`;
    assert.equal(signed(`${header}.${payload}`), access_token, 'ours is one');
    let graftedHeaders = 0;
    for (const { name, token } of wycheproofCases()) {
      const [itsHeader = '', itsPayload = '', itsSignature = ''] = token.split('.');
      const variants = [
        token,
        signed(`${itsHeader}.${payload}`),
        signed(`${header}.${itsPayload}`),
        `${header}.${payload}.${itsSignature}`,
      ];
      const parsed = readJsonObject(Buffer.from(itsHeader, 'base64url'));
      if (parsed !== null) {
        graftedHeaders += 1;
        const grafted = JSON.stringify({ ...parsed, typ: 'JWT', kid: key.kid });
        variants.push(signed(`${Buffer.from(grafted).toString('base64url')}.${payload}`));
      }
      for (const variant of variants) assert.equal(await signer.verify(variant), null, `${name}: ${variant}`);
    }
    assert.ok(graftedHeaders > 500, `only ${graftedHeaders} headers`);
  });

  test('what is read as a compact JWS verifies under its key only where they say that it is valid', async () => {
    const cases = wycheproofCases();
    // Two cases of wrong padding have lost it: they equal the valid case they were made from.
    const valid = new Set(cases.filter((one) => one.valid).map(({ token }) => token));
    let accepted = 0;
    for (const one of cases) {
      const { name, token, key: jwk } = one;
      // A weak key, not a weak token: only we and configured providers bring keys.
      if (jwk === undefined || name.includes('RocaVulnerability')) continue;
      if (!(await isAccepted(token, jwk))) continue;
      assert.ok(valid.has(token), name);
      accepted += 1;
    }
    assert.ok(accepted >= 30, `only ${accepted} valid ones`);
  });
});

async function isAccepted(token: string, jwk: JWK): Promise<boolean> {
  if (readCompactJws(token, MAX_TOKEN_CHARS) === null) return false;
  try {
    await compactVerify(token, await importJWK(jwk), { algorithms: [jwk.alg ?? 'none'] });
    return true;
  } catch {
    return false;
  }
}
