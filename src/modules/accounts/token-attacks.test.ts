import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { signUp } from '../../test/factories.ts';
import { base64url, type Forge, json, signToken, stranger } from '../../test/forge-tokens.ts';
import { testServer } from '../../test/harness.ts';
import { attack, guardedPaths } from '../../test/token-attack.ts';
import { withWycheproof, wycheproofCases } from '../../test/wycheproof.ts';

attack('no algorithm but ours, whatever the signature', ({ key, header, claims }, token) => {
  const [, payload = '', signature = ''] = token.split('.');
  const attacks: Record<string, string> = {};
  for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
    const start = `${json({ ...header, alg })}.${payload}`;
    attacks[`alg "${alg}", no signature`] = `${start}.`;
    attacks[`alg "${alg}", two parts`] = start;
    attacks[`alg "${alg}", our signature`] = `${start}.${signature}`;
    attacks[`alg "${alg}", rightly signed`] = signToken(key, { ...header, alg }, claims);
  }
  const jwk = key.public_key.export({ format: 'jwk' });
  // Forms of the public key that could be taken for an HMAC secret.
  const secrets = {
    'the raw key': Buffer.from(jwk.x ?? '', 'base64url'),
    'its base64url': Buffer.from(jwk.x ?? ''),
    'its SPKI': key.public_key.export({ format: 'der', type: 'spki' }),
    'its PEM': Buffer.from(key.public_key.export({ format: 'pem', type: 'spki' })),
    'its JWK': Buffer.from(JSON.stringify(jwk)),
    'its key id': Buffer.from(key.kid),
    nothing: Buffer.alloc(0),
  };
  for (const [what, secret] of Object.entries(secrets)) {
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS512', 'sha512'],
      ['EdDSA', 'sha512'],
    ] as const) {
      const start = `${json({ ...header, alg })}.${payload}`;
      const mac = createHmac(hash, secret).update(start).digest();
      attacks[`${alg} with ${what}`] = `${start}.${base64url(mac)}`;
    }
  }
  for (const alg of [
    'eddsa',
    'EDDSA',
    'EdDSA ',
    'Ed25519',
    'Ed448',
    'ES256',
    ['EdDSA'],
    null,
    1,
    undefined,
  ]) {
    attacks[`alg ${JSON.stringify(alg)}, rightly signed`] = signToken(key, { ...header, alg }, claims);
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  for (const [alg, foreign] of [
    ['RS256', rsa],
    ['ES256', { key: ec, dsaEncoding: 'ieee-p1363' }],
  ] as const) {
    const start = `${json({ ...header, alg })}.${payload}`;
    attacks[alg] = `${start}.${base64url(sign('sha256', Buffer.from(start), foreign))}`;
  }
  return attacks;
});

attack('no key but ours, by its own id', ({ key, header, claims }) => {
  const attacks: Record<string, string> = {
    'another key under our id': signToken(stranger, header, claims),
    'another key under its own id': signToken(stranger, { ...header, kid: stranger.kid }, claims),
    'our key under the id of another': signToken(key, { ...header, kid: stranger.kid }, claims),
    'no id': signToken(key, { alg: header.alg, typ: header.typ }, claims),
  };
  const ids = [
    '',
    'unknown',
    '__proto__',
    'constructor',
    '../../../dev/null',
    "' OR '1'='1",
    `${key.kid} `,
    '*',
  ];
  for (const kid of [...ids, null, 0, true, [key.kid], { kid: key.kid }]) {
    attacks[`id ${JSON.stringify(kid)}`] = signToken(key, { ...header, kid }, claims);
  }
  return attacks;
});

attack('keys and rules that a token brings along are not followed', ({ key, header, claims }) => {
  const jwk = {
    ...stranger.public_key.export({ format: 'jwk' }),
    kid: stranger.kid,
    alg: 'EdDSA',
    use: 'sig',
  };
  const additions: Readonly<Record<string, unknown>>[] = [
    { jwk },
    { jku: 'http://127.0.0.1:9/jwks.json' },
    { x5u: 'http://127.0.0.1:9/chain.pem' },
    { x5c: ['MIIB'] },
    { x5t: 'AAAA' },
    { 'x5t#S256': 'AAAA' },
    { crit: ['exp'] },
    { crit: [] },
    { crit: ['b64'], b64: true },
    { b64: false },
    { zip: 'DEF' },
    { cty: 'JWT' },
    { enc: 'A256GCM' },
    { unknown: 1 },
  ];
  const attacks: Record<string, string> = {};
  for (const addition of additions) {
    const what = Object.keys(addition).join(', ');
    const full = { ...header, ...addition };
    attacks[`${what}, rightly signed`] = signToken(key, full, claims);
    attacks[`${what}, signed by another`] = signToken(stranger, full, claims);
    attacks[`${what}, by another id`] = signToken(stranger, { ...full, kid: stranger.kid }, claims);
  }
  for (const typ of ['jwt', 'application/jwt', 'at+jwt', 'id_token', '', null, 1, undefined]) {
    attacks[`typ ${JSON.stringify(typ)}`] = signToken(key, { ...header, typ }, claims);
  }
  // RFC 7797: the payload as it is, beside a signature over just that.
  const start = json({ ...header, b64: false, crit: ['b64'] });
  const bare = Buffer.from(`${start}.${JSON.stringify(claims)}`);
  attacks['a payload that is not encoded'] =
    `${start}.${json(claims)}.${base64url(sign(null, bare, key.private_key))}`;
  return attacks;
});

attack('a signature that is missing, cut, changed or of something else', ({ key, header, claims }, token) => {
  const [start = '', payload = '', signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const other = signToken(key, header, { ...claims, jti: newId() }).split('.');
  const flipped = Buffer.from(bytes);
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  const signatures = {
    none: '',
    'of another token': other[2],
    'of the payload alone': base64url(sign(null, Buffer.from(payload), key.private_key)),
    'of the decoded parts': base64url(
      sign(null, Buffer.from(`${JSON.stringify(header)}.${JSON.stringify(claims)}`), key.private_key),
    ),
    'a byte short': base64url(bytes.subarray(0, 63)),
    half: base64url(bytes.subarray(0, 32)),
    'a byte long': base64url(Buffer.concat([bytes, Buffer.alloc(1)])),
    twice: base64url(Buffer.concat([bytes, bytes])),
    'a bit flipped': base64url(flipped),
    zeros: base64url(Buffer.alloc(64)),
    ones: base64url(Buffer.alloc(64, 0xff)),
    'in hexadecimal': bytes.toString('hex'),
  };
  const attacks: Record<string, string> = {
    'two parts': `${start}.${payload}`,
    'one part': start,
    'the claims of another': `${start}.${json({ ...claims, sub: newId() })}.${signature}`,
    'more roles': `${start}.${json({ ...claims, roles: ['admin'] })}.${signature}`,
    'the parts in another order': `${payload}.${start}.${signature}`,
  };
  for (const [what, text] of Object.entries(signatures))
    attacks[`signature: ${what}`] = `${start}.${payload}.${text}`;
  return attacks;
});

attack('the same token in another spelling, or junk', ({ key, header, claims }) => {
  const token = signedWithBothSigns(key, header, claims);
  const [start = '', payload = '', signature = ''] = token.split('.');
  const attacks: Record<string, string> = {
    'the alphabet of base64': token.replaceAll('-', '+').replaceAll('_', '/'),
    'half of it': token.replaceAll('-', '+'),
    'other unused bits': `${token.slice(0, -1)}${otherLast(token)}`,
    'lower case': token.toLowerCase(),
    'percent-encoded': token.replaceAll('.', '%2E'),
    quoted: `"${token}"`,
    'after Bearer': `Bearer ${token}`,
    'two tokens': `${token},${token}`,
    'two with a blank': `${token}, ${token}`,
    'as JSON': JSON.stringify({ protected: start, payload, signature }),
    'as general JSON': JSON.stringify({ payload, signatures: [{ protected: start, signature }] }),
    'five parts': `${token}.${payload}.${signature}`,
    'an empty part more': `${token}.`,
    'an empty part before': `.${token}`,
    dots: '..',
    'many dots': '.'.repeat(4_000),
    'a blank inside': `${start}.${payload} .${signature}`,
    'a tab inside': `${start}.\t${payload}.${signature}`,
    'another encoding': `${token}é`,
    'a soft hyphen after it': `${token}\u00ad`,
    'nested lists': `${base64url('['.repeat(1_300))}.${base64url('['.repeat(1_300))}.${signature}`,
    'a nested header': signToken(
      key,
      { ...header, typ: JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) },
      claims,
    ),
    'bytes that are no text': signToken(key, header, Buffer.concat([Buffer.from([0xff]), randomBytes(200)])),
    'a byte-order mark': signToken(key, header, `\ufeff${JSON.stringify(claims)}`),
    'blanks in the claims': signToken(key, header, JSON.stringify(claims, null, 1)),
    'blanks in the header': signToken(key, JSON.stringify(header, null, 1), claims),
    'more than a token holds': signToken(key, header, { ...claims, roles: ['x'.repeat(3_500)] }),
    'far more': signToken(key, header, { ...claims, roles: ['x'.repeat(9_000)] }),
    'junk as long': 'A'.repeat(15_000),
  };
  for (const [what, place] of [
    ['header', 0],
    ['payload', 1],
    ['signature', 2],
  ] as const) {
    for (const padding of ['=', '==', '%3D', '~', '\u00a0']) {
      const parts = [start, payload, signature];
      parts[place] += padding;
      attacks[`"${padding}" after the ${what}`] = parts.join('.');
    }
  }
  return attacks;
});

/** With both characters in it that base64 writes otherwise; nearly every signature has them. */
function signedWithBothSigns(key: Forge['key'], header: unknown, claims: Forge['claims']): string {
  for (;;) {
    const token = signToken(key, header, { ...claims, jti: newId() });
    if (token.includes('-') && token.includes('_')) return token;
  }
}

/** Of the last of 86 characters, two bits count. */
function otherLast(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1] ?? 'A';
}

test('a token is taken from its header alone, once', async () => {
  const server = await testServer();
  const { token } = await signUp(server);
  for (const query of [`access_token=${token}`, `token=${token}`, `authorization=Bearer%20${token}`]) {
    assert.equal((await server.request('GET', `/api/v1/auth/me?${query}`)).status, 401, query);
  }
  for (const name of ['cookie', 'x-access-token', 'x-api-key', 'proxy-authorization']) {
    const headers = { [name]: name === 'cookie' ? `access_token=${token}` : `Bearer ${token}` };
    assert.equal((await server.request('GET', '/api/v1/auth/me', { headers })).status, 401, name);
  }
  for (const scheme of ['', 'Basic ', 'Token ', 'JWT ', 'Bearer:', 'Bearer,']) {
    const headers = { authorization: `${scheme}${token}` };
    assert.equal((await server.request('GET', '/api/v1/auth/me', { headers })).status, 401, scheme);
  }
});

test('no JWS or JWE of Wycheproof opens anything', withWycheproof, async () => {
  const server = await testServer();
  const [path = ''] = await guardedPaths(server);
  let sent = 0;
  for (const { name, token } of wycheproofCases()) {
    if (token === '') continue;
    const { status, body } = await server.request('GET', path, { token });
    assert.deepEqual([status, body.code], [401, 'unauthenticated'], name);
    sent += 1;
  }
  assert.ok(sent > 600, `only ${sent}`);
});
