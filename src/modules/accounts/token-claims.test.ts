import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { signUp } from '../../test/factories.ts';
import { openForge, signToken, stranger } from '../../test/forge-tokens.ts';
import { testServer } from '../../test/harness.ts';
import { attack } from '../../test/token-attack.ts';

attack('a claim that is missing, of another type or of another server', ({ key, header, claims }) => {
  const attacks: Record<string, string> = {};
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    iss: [
      'https://elsewhere.test',
      `${claims.iss}/`,
      `${claims.iss}.elsewhere.test`,
      [claims.iss],
      '',
      null,
      1,
    ],
    aud: [
      'https://elsewhere.test',
      `${claims.aud}/`,
      '',
      null,
      1,
      [],
      [claims.aud],
      [claims.aud, 'elsewhere'],
    ],
    sub: [newId(), stranger.kid, '', 'admin', '00000000-0000-0000-0000-000000000000', null, 1, true],
    jti: [null, 1, []],
    roles: ['user', 'admin', null, [1], { 0: 'admin' }],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of [...values, undefined]) {
      attacks[`${name} ${JSON.stringify(value)}`] = signToken(key, header, { ...claims, [name]: value });
    }
  }
  for (const sub of [
    [claims.sub],
    { user_id: claims.sub },
    `${claims.sub}\u0000`,
    ` ${claims.sub}`,
    '%',
    "' OR true --",
  ]) {
    attacks[`sub ${JSON.stringify(sub)}`] = signToken(key, header, { ...claims, sub });
  }
  for (const payload of ['', ' ', 'null', '[]', '"{}"', '1', '{', JSON.stringify([claims])]) {
    attacks[`payload ${payload}`] = signToken(key, header, payload);
  }
  for (const header_ of ['', ' ', 'null', '[]', '{}', '"{}"', '{', JSON.stringify([header])]) {
    attacks[`header ${header_}`] = signToken(key, header_, claims);
  }
  return attacks;
});

attack('a token that has ended, has not begun, or does not say when', ({ key, header, claims, now_s }) => {
  const attacks: Record<string, string> = {};
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    exp: [
      now_s - 1,
      0,
      -1,
      now_s + 60.5,
      1e300,
      String(now_s + 60),
      '',
      true,
      null,
      [now_s + 60],
      { $gt: 0 },
      undefined,
    ],
    iat: [now_s + 120, now_s - 0.5, 1e300, String(now_s), true, null, [now_s], undefined],
    nbf: [now_s + 120, 1e300, String(now_s), true, null, [now_s]],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      attacks[`${name} ${JSON.stringify(value)}`] = signToken(key, header, { ...claims, [name]: value });
    }
  }
  const written = JSON.stringify(claims);
  const without = (number: string) => written.replace(`"exp":${claims.exp}`, `"exp":${number}`);
  for (const number of [
    '1e999',
    '-0',
    'NaN',
    'Infinity',
    `0${claims.exp}`,
    `+${claims.exp}`,
    `${claims.exp}.0`,
  ]) {
    attacks[`exp ${number}`] = signToken(key, header, without(number));
  }
  return attacks;
});

attack('a member that stands there twice', ({ key, header, claims }) => {
  const attacks: Record<string, string> = {};
  const twice = (value: object, name: string, first: unknown): Record<string, string> => {
    const text = JSON.stringify(value);
    const own = JSON.stringify(Reflect.get(value, name));
    const extra = `"${name}":${JSON.stringify(first)}`;
    const escaped = `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}":${JSON.stringify(first)}`;
    return {
      'ours last': `{${extra},${text.slice(1)}`,
      'ours first': `${text.slice(0, -1)},${extra}}`,
      'the same': `${text.slice(0, -1)},"${name}":${own}}`,
      'written otherwise': `{${escaped},${text.slice(1)}`,
    };
  };
  for (const [name, first] of Object.entries({ alg: 'none', kid: stranger.kid, typ: 'at+jwt' })) {
    for (const [how, text] of Object.entries(twice(header, name, first)))
      attacks[`header ${name}, ${how}`] = signToken(key, text, claims);
  }
  for (const [name, first] of Object.entries({
    sub: newId(),
    exp: 1,
    iss: 'x',
    aud: 'x',
    roles: ['admin'],
    iat: 1,
  })) {
    for (const [how, text] of Object.entries(twice(claims, name, first)))
      attacks[`claim ${name}, ${how}`] = signToken(key, header, text);
  }
  return attacks;
});

test('a token that begins within the skew of two clocks, or says when it begins, is one', async () => {
  const server = await testServer();
  const { key, header, claims, now_s } = openForge(server, (await signUp(server)).user_id);
  for (const change of [{ iat: now_s + 30 }, { nbf: now_s }, { exp: now_s + 30 }]) {
    const token = signToken(key, header, { ...claims, ...change });
    assert.equal(
      (await server.request('GET', '/api/v1/auth/me', { token })).status,
      200,
      JSON.stringify(change),
    );
  }
});
