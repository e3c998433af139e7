import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { newId } from '../../shared/ids.ts';
import { createTokenSigner, type TokenKey, tokenKeyFromSeed } from './access-tokens.ts';

const NOW = new Date('2026-07-01T08:00:00.750Z');
const NOW_S = Math.floor(NOW.getTime() / 1_000);
const key = tokenKeyFromSeed(randomBytes(32));
const common = { issuer: 'https://ekiden.test', audience: 'ekiden', ttl_s: 3_600 };

function signerAt(time: Date, keys: readonly [TokenKey, ...TokenKey[]] = [key]) {
  return createTokenSigner({ ...common, keys, clock: { now: () => time } });
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function forge(header: unknown, claims: unknown, withKey: TokenKey = key): string {
  return forgeFrom(JSON.stringify(header), JSON.stringify(claims), withKey);
}

function forgeFrom(
  header: string | Uint8Array,
  claims: string | Uint8Array,
  withKey: TokenKey = key,
): string {
  const input = [header, claims].map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${input}.${signBytes(null, Buffer.from(input), withKey.private_key).toString('base64url')}`;
}

/** The order of Ed25519's group (RFC 8032, section 5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same signature with its second half above the order: careless verifiers accept both. */
function unreduced(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  let rest = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + ORDER;
  for (let at = 32; at < 64; at += 1) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes.toString('base64url');
}

const goodHeader = { alg: 'EdDSA', typ: 'JWT', kid: key.kid };
const goodClaims = {
  sub: newId(),
  iat: NOW_S,
  exp: NOW_S + 60,
  iss: common.issuer,
  aud: common.audience,
  roles: ['user'],
  jti: newId(),
};

describe('access tokens', () => {
  const signer = signerAt(NOW);
  const subject = { user_id: newId(), roles: ['user', 'coach'], issued_at: NOW };

  test('a signed token verifies until its last second', async () => {
    const { access_token, expires_at } = await signer.sign(subject);
    const claims = await signer.verify(access_token);
    assert.deepEqual(claims, {
      user_id: subject.user_id,
      roles: ['user', 'coach'],
      issued_at: new Date('2026-07-01T08:00:00.000Z'),
      expires_at: new Date('2026-07-01T09:00:00.000Z'),
      token_id: claims?.token_id,
    });
    assert.deepEqual(expires_at, claims?.expires_at);
  });

  test('others can verify with the published keys, which hold nothing private', async () => {
    const { access_token } = await signer.sign(subject);
    const jwks = signer.publicJwks();
    assert.deepEqual(Object.keys(jwks.keys[0] ?? {}).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    const { payload } = await jwtVerify(access_token, createLocalJWKSet(jwks), {
      issuer: common.issuer,
      audience: common.audience,
      currentDate: NOW,
    });
    assert.deepEqual(Object.keys(payload).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'roles', 'sub']);
  });

  test('the key and thumbprint equal those of RFC 8037, appendix A', () => {
    const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
    const rfc = tokenKeyFromSeed(seed);
    assert.equal(rfc.kid, 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
    assert.equal(signerAt(NOW, [rfc]).publicJwks().keys[0]?.x, '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
    assert.throws(() => tokenKeyFromSeed(Buffer.alloc(31)), /32 bytes/);
  });

  test('a token ends at its expiry and does not begin before its time', async () => {
    const { access_token } = await signer.sign(subject);
    const at = (seconds: number) => signerAt(new Date((NOW_S + seconds) * 1_000)).verify(access_token);
    assert.notEqual(await at(3_599), null);
    assert.equal(await at(3_600), null);
    assert.notEqual(await at(-60), null);
    assert.equal(await at(-62), null);
  });

  test('after a rotation the older key verifies but no longer signs; without it the token is nothing', async () => {
    const { access_token } = await signer.sign(subject);
    const next = tokenKeyFromSeed(randomBytes(32));
    const rotated = signerAt(NOW, [next, key]);
    assert.notEqual(await rotated.verify(access_token), null);
    const fresh = await rotated.sign(subject);
    assert.equal(await signer.verify(fresh.access_token), null);
    assert.equal(await signerAt(NOW, [next]).verify(access_token), null);
    assert.deepEqual(
      rotated.publicJwks().keys.map(({ kid }) => kid),
      [next.kid, key.kid],
    );
  });

  test('a rightly signed token with a wrong header or claim is null', async () => {
    assert.notEqual(await signer.verify(forge(goodHeader, goodClaims)), null);
    const headers: unknown[] = [
      { ...goodHeader, typ: 'at+jwt' },
      { ...goodHeader, typ: 'jwt' },
      { ...goodHeader, typ: 'application/JWT' },
      { ...goodHeader, alg: 'Ed25519' },
      { ...goodHeader, alg: 'eddsa' },
      { ...goodHeader, kid: 'unknown' },
      { ...goodHeader, kid: 7 },
      { ...goodHeader, kid: '__proto__' },
      { ...goodHeader, crit: ['exp'] },
      { ...goodHeader, b64: false },
      { ...goodHeader, jwk: { kty: 'OKP' } },
      { alg: 'EdDSA', typ: 'JWT' },
      [goodHeader],
      null,
      'EdDSA',
    ];
    for (const header of headers) {
      assert.equal(await signer.verify(forge(header, goodClaims)), null, JSON.stringify(header));
    }
    const { sub: _sub, ...withoutSub } = goodClaims;
    const { exp: _exp, ...withoutExp } = goodClaims;
    const { iat: _iat, ...withoutIat } = goodClaims;
    const { jti: _jti, ...withoutJti } = goodClaims;
    const claims: unknown[] = [
      withoutSub,
      withoutExp,
      withoutIat,
      withoutJti,
      { ...goodClaims, sub: 'not-a-uuid' },
      { ...goodClaims, sub: 7 },
      { ...goodClaims, sub: [goodClaims.sub] },
      { ...goodClaims, jti: null },
      { ...goodClaims, jti: 7 },
      { ...goodClaims, iss: 'https://elsewhere.test' },
      { ...goodClaims, aud: 'elsewhere' },
      { ...goodClaims, aud: [common.audience] },
      { ...goodClaims, aud: [common.audience, 'elsewhere'] },
      { ...goodClaims, exp: NOW_S },
      { ...goodClaims, exp: String(NOW_S + 60) },
      { ...goodClaims, iat: NOW_S + 120 },
      { ...goodClaims, iat: 'now' },
      { ...goodClaims, iat: NOW_S - 0.5 },
      { ...goodClaims, exp: NOW_S + 60.5 },
      { ...goodClaims, exp: 1e300 },
      { ...goodClaims, nbf: NOW_S + 120 },
      { ...goodClaims, roles: 'admin' },
      { ...goodClaims, roles: [1] },
      { ...goodClaims, roles: undefined },
      [],
      null,
    ];
    for (const claim of claims) {
      assert.equal(await signer.verify(forge(goodHeader, claim)), null, JSON.stringify(claim));
    }
  });

  test('a rightly signed token whose JSON is not as the server writes it is null', async () => {
    const [header, claims] = [JSON.stringify(goodHeader), JSON.stringify(goodClaims)];
    const inside = (json: string, member: string) => `${json.slice(0, -1)},${member}}`;
    assert.notEqual(await signer.verify(forgeFrom(header, claims)), null);
    const texts: [string | Uint8Array, string | Uint8Array][] = [
      // Readers differ on which of two equal members counts.
      [inside(header, '"alg":"EdDSA"'), claims],
      [`{"alg":"none",${header.slice(1)}`, claims],
      [inside(header, `"kid":"${key.kid}"`), claims],
      [header, `{"sub":"${newId()}",${claims.slice(1)}`],
      [header, inside(claims, `"exp":${NOW_S + 60}`)],
      [header, inside(claims, '"roles":["user"]')],
      [header, claims.replace(`"exp":${NOW_S + 60}`, '"exp":1e999')],
      [header, claims.replace('"exp":', '"exp": ')],
      [header.replace('EdDSA', 'Ed\\u0044SA'), claims],
      [`\ufeff${header}`, claims],
      [header, `${claims}\n`],
      [
        header,
        Buffer.concat([Buffer.from(inside(claims, '"x":"').slice(0, -1)), Buffer.from([0xff, 0x22, 0x7d])]),
      ],
    ];
    for (const [one, other] of texts)
      assert.equal(await signer.verify(forgeFrom(one, other)), null, `${one} ${other}`);
  });

  test('a token that this server did not sign is null', async () => {
    const { access_token } = await signer.sign(subject);
    const [header = '', payload = '', signature = ''] = access_token.split('.');
    const stranger = tokenKeyFromSeed(randomBytes(32));
    const publicBytes = key.public_key.export({ format: 'der', type: 'spki' });
    const input = (alg: string) => `${encode({ ...goodHeader, alg })}.${encode(goodClaims)}`;
    const hmac = (alg: string, secret: Buffer | string) =>
      `${input(alg)}.${createHmac('sha256', secret).update(input(alg)).digest('base64url')}`;
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const tokens = [
      forge({ ...goodHeader, kid: stranger.kid }, goodClaims, stranger),
      forge(goodHeader, goodClaims, stranger),
      `${encode({ ...goodHeader, alg: 'none' })}.${payload}.`,
      `${encode({ ...goodHeader, alg: 'none' })}.${payload}.${signature}`,
      `${header}.${payload}.`,
      hmac('HS256', publicBytes),
      hmac('HS256', publicBytes.subarray(-32)),
      hmac('EdDSA', publicBytes),
      hmac('HS256', ''),
      `${input('RS256')}.${signBytes('sha256', Buffer.from(input('RS256')), rsa.privateKey).toString('base64url')}`,
      `${header}.${encode({ ...goodClaims, roles: ['admin'] })}.${signature}`,
      `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
      `${header}.${payload}.${Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.alloc(1)]).toString('base64url')}`,
      `${header}.${payload}.${Buffer.from(signature, 'base64url').subarray(0, 63).toString('base64url')}`,
      `${header}.${payload}.${unreduced(signature)}`,
    ];
    for (const token of tokens) assert.equal(await signer.verify(token), null, token);
  });

  test('one token has one spelling', async () => {
    const { access_token } = await signer.sign(subject);
    const [header, payload, signature = ''] = access_token.split('.');
    const spellings = [
      ` ${access_token}`,
      `${access_token}\n`,
      `${access_token}=`,
      `${access_token}==`,
      `${access_token}.`,
      `.${access_token}`,
      `${header}.${payload}.${signature.slice(0, 40)} ${signature.slice(40)}`,
      `${header}.${payload}.${signature.slice(0, 40)}%${signature.slice(40)}`,
      JSON.stringify({ protected: header, payload, signature }),
    ];
    // 64 bytes leave four unused bits in the last of 86 characters.
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      if (last !== signature.at(-1)) spellings.push(`${header}.${payload}.${signature.slice(0, -1)}${last}`);
    }
    for (const token of spellings) assert.equal(await signer.verify(token), null, token);
  });

  test('any text is an answer, never an error, and a huge one is not decoded', async () => {
    const { access_token } = await signer.sign(subject);
    assert.equal(await signer.verify('a'.repeat(10_000_000)), null);
    const padded = forge(goodHeader, { ...goodClaims, roles: ['x'.repeat(4_096)] });
    assert.equal(await signer.verify(padded), null);
    const deep = Buffer.from('['.repeat(1_500)).toString('base64url');
    assert.equal(await signer.verify(`${deep}.${deep}.${deep}`), null);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(), async (text, place) => {
        assert.equal(await signer.verify(text), null);
        const at = place % access_token.length;
        const changed = access_token.slice(0, at) + text + access_token.slice(at);
        assert.equal((await signer.verify(changed)) === null, text !== '');
      }),
    );
  });
});

describe('a token that is sent again and again', () => {
  function counted(options: { most_known?: number; ttl_s?: number } = {}) {
    let [checks, now] = [0, NOW];
    const watched: TokenKey = {
      ...key,
      get public_key() {
        checks += 1;
        return key.public_key;
      },
    };
    const signer = createTokenSigner({ ...common, keys: [watched], clock: { now: () => now }, ...options });
    return {
      checksOf: async (...tokens: readonly string[]) => {
        const before = checks;
        const claims = [];
        for (const token of tokens) claims.push((await signer.verify(token))?.token_id ?? null);
        return { checks: checks - before, claims };
      },
      signed: async () =>
        (await signer.sign({ user_id: newId(), roles: ['user'], issued_at: now })).access_token,
      pass: (seconds: number) => {
        now = new Date(now.getTime() + seconds * 1_000);
      },
    };
  }

  test('has its signature checked once a minute, and the same claims each time', async () => {
    const { checksOf, signed, pass } = counted();
    const token = await signed();
    const first = await checksOf(token);
    assert.equal(first.checks, 1);
    assert.ok(first.claims[0]);
    pass(59);
    assert.deepEqual(await checksOf(token, token), { checks: 0, claims: [...first.claims, ...first.claims] });
    pass(1);
    assert.deepEqual(await checksOf(token, token), { checks: 1, claims: [...first.claims, ...first.claims] });
  });

  test('is refused from the second on in which it expires, within the minute too', async () => {
    const { checksOf, signed, pass } = counted({ ttl_s: 30 });
    const token = await signed();
    assert.ok((await checksOf(token)).claims[0]);
    pass(29);
    assert.ok((await checksOf(token)).claims[0]);
    // The fraction of a second in the issue time is cut off.
    pass(0.25);
    assert.deepEqual((await checksOf(token)).claims, [null]);
  });

  test('is refused where the clock turns out to have been ahead', async () => {
    const { checksOf, signed, pass } = counted();
    const token = await signed();
    assert.ok((await checksOf(token)).claims[0]);
    pass(-90);
    assert.deepEqual((await checksOf(token)).claims, [null]);
  });

  test('is not taken for one that differs by a sign, which is checked each time', async () => {
    const { checksOf, signed } = counted();
    const token = await signed();
    await checksOf(token);
    const at = token.length - 20;
    const other = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    assert.deepEqual(await checksOf(other, other), { checks: 2, claims: [null, null] });
  });

  test('is forgotten when there are many others, the oldest first', async () => {
    const { checksOf, signed } = counted({ most_known: 2 });
    const [one, two, three] = [await signed(), await signed(), await signed()];
    await checksOf(one, two, three);
    assert.equal((await checksOf(two, three)).checks, 0);
    assert.equal((await checksOf(one)).checks, 1);
    assert.equal((await checksOf(two)).checks, 1);
  });
});
