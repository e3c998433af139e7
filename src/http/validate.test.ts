import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import Type, { type TObject, type TSchema } from 'typebox';
import { AppError } from '../shared/errors.ts';
import { readQuery } from './read-query.ts';
import { Id, Nullable, OneOf, Shape } from './schemas.ts';
import { ignoresUnknown } from './unknown-names.ts';
import { paramsValidator, responseMismatch, validator } from './validate.ts';

function faults(schema: TSchema, value: unknown): string[] {
  try {
    validator(schema, 'body')(value);
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.status], ['validation_error', 400]);
    const [first] = error.details ?? [];
    assert.equal(
      error.message,
      `${first?.path}: ${first?.message}${first?.message.endsWith('?') ? '' : '.'}`,
    );
    return (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
}

const Item = Type.Object({
  n: Type.Integer(),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 3 }))),
});
const Everything = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  code: Type.Optional(Type.String({ pattern: '^[a-z]+$', errorMessage: 'must be lower-case letters' })),
  plain: Type.Optional(Type.String({ pattern: '^x$' })),
  id: Type.Optional(Id),
  kind: Type.Optional(OneOf(['a', 'b'])),
  maybe: Type.Optional(Nullable(OneOf(['a', 'b']))),
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  big: Type.Optional(Type.Integer()),
  ratio: Type.Optional(Type.Number()),
  none: Type.Optional(Nullable(Type.Integer())),
  least: Type.Optional(Type.Integer({ minimum: 1 })),
  most: Type.Optional(Type.Number({ maximum: 2 })),
  int32: Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: 2_147_483_647 })),
  worded: Type.Optional(Type.Integer({ minimum: 0, errorMessage: 'must be epoch milliseconds' })),
  flag: Type.Optional(Type.Boolean()),
  items: Type.Optional(Type.Array(Item, { maxItems: 2_000 })),
  'a/b~c': Type.Optional(Type.Integer()),
});

describe('a body against its schema', () => {
  const accepted: [string, string][] = [
    ['nothing', '{}'],
    ['unknown fields of an open schema', '{"x":{"y":[1,"2",null]}}'],
    ['zero, also negative', '{"count":-0,"big":0,"ratio":-0.0}'],
    ['an integer written with a fraction or an exponent', '{"count":1.0,"big":1e3}'],
    ['the largest integers that are exact', '{"big":9007199254740991,"ratio":-9007199254740991}'],
    ['characters beyond the BMP, counted as one', '{"name":"😀😀😀😀😀"}'],
    ['null where it is allowed', '{"maybe":null}'],
    ['64 levels', `{"x":${'['.repeat(63)}${']'.repeat(63)}}`],
    ['names of Object.prototype', '{"constructor":1,"toString":"x","hasOwnProperty":null,"prototype":{}}'],
  ];
  for (const [what, json] of accepted) {
    test(`takes ${what}`, () => assert.deepEqual(faults(Everything, JSON.parse(json)), []));
  }

  const refused: [string, string, string[]][] = [
    ['null', 'null', ['body: a JSON object is required, sent as application/json']],
    ['an array', '[]', ['body: a JSON object is required, sent as application/json']],
    ['a number as text', '{"count":"1"}', ['count: must be a whole number from 0 to 10, not a string']],
    ['text as a number', '{"name":1}', ['name: must be a string, not a number']],
    ['a boolean as text', '{"flag":"true"}', ['flag: must be true or false, not a string']],
    ['a boolean as a number', '{"flag":1}', ['flag: must be true or false, not a number']],
    ['null where it is not allowed', '{"name":null}', ['name: must be a string, not null']],
    ['an object as an array', '{"items":{}}', ['items: must be an array, not an object']],
    ['a fraction', '{"count":1.5}', ['count: must be a whole number from 0 to 10']],
    ['too little', '{"count":-1}', ['count: must be a whole number from 0 to 10']],
    ['too much', '{"count":11}', ['count: must be a whole number from 0 to 10']],
    ['an overflow', '{"ratio":1e400}', ['ratio: is too large a number to be read exactly']],
    ['a rounded integer', '{"big":9007199254740993}', ['big: is too large a number to be read exactly']],
    [
      'a rounded number in an unknown field',
      '{"x":[1e30]}',
      ['x.0: is too large a number to be read exactly'],
    ],
    ['too little, open above', '{"least":0}', ['least: must be a whole number, 1 or more']],
    ['too much, open below', '{"most":2.5}', ['most: must be a number, 2 or less']],
    [
      'more than a format holds, said once',
      '{"int32":2147483648}',
      ['int32: must be a whole number from 0 to 2147483647'],
    ],
    ['a number, in words', '{"worded":1.5}', ['worded: must be epoch milliseconds']],
    ['a number as text, in words', '{"worded":"1"}', ['worded: must be epoch milliseconds, not a string']],
    [
      'an object where null is allowed',
      '{"none":{}}',
      ['none: must be a whole number or null, not an object'],
    ],
    ['a word that is none', '{"kind":"c"}', ['kind: must be one of a, b']],
    ['a word that is none, null allowed', '{"maybe":"c"}', ['maybe: must be one of a, b, null']],
    ['no word at all', '{"kind":1}', ['kind: must be one of a, b']],
    ['a pattern, in words', '{"code":"A"}', ['code: must be lower-case letters']],
    ['a pattern without words', '{"plain":"y"}', ['plain: must match pattern "^x$"']],
    ['an id that is none', '{"id":"1"}', ['id: must be a UUID']],
    ['a URN', '{"id":"urn:uuid:019a1c5e-8f00-7000-8000-1b2c3d4e5f60"}', ['id: must be a UUID']],
    ['empty text', '{"name":""}', ['name: must not be empty']],
    [
      'several faults, all named',
      '{"count":-1,"flag":0}',
      ['count: must be a whole number from 0 to 10', 'flag: must be true or false, not a number'],
    ],
    [
      'a fault below an array',
      '{"items":[{"n":1},{"n":2,"tags":["ok","long"]}]}',
      ['items.1.tags.1: must have at most 3 characters'],
    ],
    ['a missing field below an array', '{"items":[{}]}', ['items.0.n: is required']],
    ['a name with pointer characters', '{"a/b~c":"x"}', ['a/b~c: must be a whole number, not a string']],
    ['NUL', '{"name":"\\u0000"}', ['name: contains a NUL character']],
    ['NUL in an unknown field', '{"x":[{"y":"\\u0000"}]}', ['x.0.y: contains a NUL character']],
    ['NUL in a name', '{"x":{"a\\u0000b":1}}', ['x.a\u{FFFD}b: contains a NUL character']],
    [
      'half a surrogate pair',
      '{"name":"\\ud83d"}',
      ['name: contains an unpaired surrogate: it is not valid Unicode'],
    ],
    [
      'half a pair in a name',
      '{"\\udc00":1}',
      ['\u{FFFD}: contains an unpaired surrogate: it is not valid Unicode'],
    ],
    ['__proto__', '{"__proto__":{"flag":true}}', ['body: a field may not be called __proto__']],
    ['__proto__ below', '{"x":{"__proto__":1}}', ['x: a field may not be called __proto__']],
  ];
  for (const [what, json, expected] of refused) {
    test(`refuses ${what}`, () => assert.deepEqual(faults(Everything, JSON.parse(json)), expected));
  }

  test('refuses depth without using the stack', () => {
    const deep = JSON.parse(`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    const [fault] = faults(Everything, deep);
    assert.equal(fault, 'x: nests deeper than 64 levels');
    assert.deepEqual(faults(Everything, JSON.parse(`{"x":${'['.repeat(64)}${']'.repeat(64)}}`)).length, 1);
  });

  test('a closed schema names the field it does not know, cut short', () => {
    const closed = Shape({ a: Type.Optional(Shape({ b: Type.Optional(Type.Integer()) })) });
    assert.deepEqual(faults(closed, { c: 1 }), ['c: is not a field of this request; the nearest is a']);
    assert.deepEqual(faults(closed, { a: { d: 1 } }), [
      'a.d: is not a field of this request; the nearest is b',
    ]);
    assert.deepEqual(faults(closed, { '': 1 }), ['"": is not a field of this request; the nearest is a']);
    assert.deepEqual(faults(closed, { [`k${'x'.repeat(1_000_000)}`]: 1 }), [
      `k${'x'.repeat(99)}: is not a field of this request; the nearest is a`,
    ]);
    assert.deepEqual(faults(Shape({}), { c: 1 }), ['c: is not a field of this request']);
  });

  test('a closed schema names the field that is spelled most like the one it does not know', () => {
    const flag = Type.Optional(Type.Boolean());
    const closed = Shape({ share_pb: flag, share_pace_data: flag, share_race_goal: flag });
    const nearest = (name: string) => faults(closed, { [name]: true })[0]?.replace(/^.* request/, '');
    assert.equal(nearest('share_pbs'), '. Did you mean share_pb?');
    assert.equal(nearest('SharePaceData'), '. Did you mean share_pace_data?');
    assert.equal(nearest('race_goal'), '; the nearest is share_race_goal');
  });

  test('a closed schema may say which names there are', () => {
    const closed = Shape({ a: Type.Optional(Type.Integer()) }, { errorMessage: 'is not a; there is only a' });
    assert.deepEqual(faults(closed, { b: 1 }), ['b: is not a; there is only a']);
  });

  test('says at most 20 faults, and of a large body only the first', () => {
    const items = (count: number) => ({ items: Array.from({ length: count }, () => ({ n: 'x' })) });
    assert.equal(faults(Everything, items(50)).length, 20);
    assert.deepEqual(faults(Everything, items(1_500)), ['items.0.n: must be a whole number, not a string']);
  });

  test('neither coerces nor removes nor adds, whatever the value', () => {
    const check = validator(Everything, 'body');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const given: unknown = JSON.parse(text);
        try {
          check(given);
        } catch (error) {
          assert.ok(error instanceof AppError && error.code === 'validation_error');
        }
        assert.equal(JSON.stringify(given), JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

describe('a query against its schema', () => {
  const schema: TObject = Type.Object({
    n: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    flag: Type.Optional(Type.Boolean()),
    text: Type.Optional(Type.String()),
    labels: Type.Optional(Type.Array(Type.String())),
  });
  const check = validator(schema, 'query');
  const read = (query: string): unknown => {
    const parameters = new URLSearchParams(query);
    const raw = Object.fromEntries(
      [...parameters.keys()].map((name) => {
        const all = parameters.getAll(name);
        return [name, all.length > 1 ? all : all[0]];
      }),
    );
    const value = readQuery(schema, raw, `/?${query}`);
    check(value);
    return value;
  };
  const typed: [string, object][] = [
    ['', { limit: 50 }],
    ['n=0', { n: 0, limit: 50 }],
    ['n=-12&limit=7', { n: -12, limit: 7 }],
    ['n=9007199254740991', { n: 9007199254740991, limit: 50 }],
    ['flag=true', { flag: true, limit: 50 }],
    ['text=1', { text: '1', limit: 50 }],
    ['text=', { text: '', limit: 50 }],
    ['labels=a', { labels: ['a'], limit: 50 }],
    ['labels=a&labels=b', { labels: ['a', 'b'], limit: 50 }],
  ];
  for (const [query, expected] of typed) {
    test(`reads "${query}"`, () => assert.deepEqual(read(query), expected));
  }
  const refusedByName: [string, string][] = [
    ['n=1&n=1', 'n: is given more than once: send it once.'],
    ['text=a&limit=1&text=a', 'text: is given more than once: send it once.'],
    ['text=%zz', 'text: is not percent-encoded UTF-8.'],
    ['other=%zz&te%78t=%', 'text: is not percent-encoded UTF-8.'],
    ['flag=false&lmit=1', 'lmit: is not a parameter of this request. Did you mean limit?'],
    ['labels=a&labels=%C0%AF', 'labels: is not percent-encoded UTF-8.'],
    ['text=%ED%A0%80', 'text: is not percent-encoded UTF-8.'],
    ['limit=1e1', 'limit: must be a whole number from 1 to 100.'],
    ['limit=0', 'limit: must be a whole number from 1 to 100.'],
    ['limit=101', 'limit: must be a whole number from 1 to 100.'],
    ['flag=1', 'flag: must be true or false.'],
    ['text=%00', 'text: contains a NUL character.'],
  ];
  for (const [query, message] of refusedByName) {
    test(`says of "${query}" what to change`, () =>
      assert.throws(() => read(query), { code: 'validation_error', message }));
  }
  test('leaves out what an open schema does not know, decodable or not', () => {
    const open = Type.Object(schema.properties, ignoresUnknown('pages'));
    const raw = { other: '%zz', '%zz': '1', x: '%', text: '100%', ['__proto__']: '2' };
    const query = readQuery(open, raw, '/?other=%zz&%zz=1&x=%&text=100%25&__proto__=2');
    assert.deepEqual(query, { text: '100%' });
  });
  const integers = [
    '%2B1',
    '1.0',
    '1e3',
    '%201',
    '1%20',
    '0x10',
    '01',
    '-0',
    '--1',
    '',
    '١',
    '1,0',
    '1_0',
    'Infinity',
    'NaN',
    'null',
    '9007199254740993',
    '99999999999999999999',
  ];
  const others = [
    'flag=TRUE',
    'flag=1',
    'flag=',
    'flag=yes',
    'text=a&text=b',
    'n=1&n=1',
    'limit=0',
    'limit=101',
    'text=%00',
    'labels=a&labels=%00',
  ];
  for (const query of [...integers.map((value) => `n=${value}`), ...others]) {
    test(`refuses "${query}"`, () => assert.throws(() => read(query), { code: 'validation_error' }));
  }
});

test('a path parameter that is no id answers 404', () => {
  const check = paramsValidator(Type.Object({ id: Id }));
  check({ id: '019A1C5E-8F00-7000-8000-1B2C3D4E5F60' });
  for (const id of ['', '1', 'x'.repeat(15_000), 'urn:uuid:019a1c5e-8f00-7000-8000-1b2c3d4e5f60', '\0']) {
    assert.throws(() => check({ id }), { code: 'not_found', status: 404 });
  }
});

test('an answer is checked against its schema', () => {
  const mismatch = responseMismatch(Shape({ a: Type.Integer() }));
  assert.equal(mismatch({ a: 1 }), null);
  assert.match(mismatch({ a: 1, b: 2 }) ?? '', /must NOT have additional properties/);
  assert.match(mismatch({ a: Number.POSITIVE_INFINITY }) ?? '', /must be integer/);
});
