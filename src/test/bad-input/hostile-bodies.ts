import { gzipSync } from 'node:zlib';

/** A body as it goes over the wire, and what is to be said of it. */
export type HostileBody = {
  readonly what: string;
  readonly headers?: readonly string[];
  readonly body: string | Uint8Array | undefined;
  readonly status: 400 | 413 | 415;
  readonly says: RegExp;
};

const JSON_TYPE = 'Content-Type: application/json';
const NO_JSON = /^The body is not valid JSON(?:\.|: it ends too early\.|: see line \d+, column \d+\.)$/;
const NO_OBJECT = /^body: a JSON object is required, sent as application\/json\.$/;
const NO_UTF8 = /^The body is not valid UTF-8\.$/;
const OTHER_TYPE = /^This content type is not accepted here\. Send application\/json\.$/;
const OTHER_CHARSET = /^Send the body as UTF-8, with charset=utf-8 or none in Content-Type\.$/;
const ENCODED = /^Send the body without Content-Encoding\.$/;
const TOO_LARGE = /^The request body is larger than 1 MiB\.$/;

const invalid = (what: string, body: HostileBody['body'], says: RegExp): HostileBody => ({
  what,
  body,
  headers: [JSON_TYPE],
  status: 400,
  says,
});
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const quoted = (...inside: number[]): Buffer =>
  Buffer.concat([Buffer.from('{"x":"'), bytes(...inside), Buffer.from('"}')]);

const NOT_JSON = [
  ' \r\n\t ',
  '{',
  '}',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,}',
  '{"a":1}}',
  '{"a":1}{"b":2}',
  '{"a":1},',
  "{'a':1}",
  '{a:1}',
  '{"a":undefined}',
  '{"a":NaN}',
  '{"a":-Infinity}',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":5.}',
  '{"a":0x10}',
  '{"a":1_000}',
  '{"a":1n}',
  '{"a":"\n"}',
  '{"a":"\\x41"}',
  '{"a":"\\u00"}',
  '{"a":"\0"}',
  '\0{}',
  '{}\0',
  '// {}',
  '{} // so',
  '/**/{}',
  'a=b&c=d',
  '<a/>',
  'undefined',
  'nul',
  'True',
  '\u{FEFF}\u{FEFF}{}',
  '\u00a0{}',
  '\u2028{}',
  '\ufffe{}',
];

/** Bodies that no operation takes, whatever its fields are. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  { what: 'none', body: undefined, status: 400, says: NO_OBJECT },
  invalid('none, announced', undefined, NO_OBJECT),
  invalid('nothing', '', NO_OBJECT),
  ...NOT_JSON.map((text) => invalid(JSON.stringify(text), text, NO_JSON)),
  ...['null', 'true', '0', '"{}"', '[]', '[{}]'].map((text) => invalid(text, text, NO_OBJECT)),

  invalid(
    '10,000 arrays',
    `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    /^x: nests deeper than 64 levels\.$/,
  ),
  invalid(
    '10,000 arrays alone',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    /^0: nests deeper than 64 levels\.$/,
  ),
  invalid('10,000 arrays, open', `{"x":${'['.repeat(10_000)}`, NO_JSON),
  invalid(
    '10,000 objects',
    `${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    /^x: nests deeper than 64 levels\.$/,
  ),
  invalid('10,000 objects, open', '{"x":'.repeat(10_000), NO_JSON),

  invalid('a key twice', '{"x":1,"x":2}', /^x: is given more than once: send it once\.$/),
  invalid('a key twice, the same value', '{"x":1,"x":1}', /^x: is given more than once/),
  invalid('a key twice, once escaped', '{"x":1,"\\u0078":2}', /^x: is given more than once/),
  invalid('a key twice, below', '{"x":[{"y":1,"y":2}]}', /^y: is given more than once/),
  invalid('__proto__', '{"__proto__":{"format":"csv"}}', /^body: a field may not be called __proto__\.$/),
  invalid('__proto__, escaped', '{"\\u005f_proto__":1}', /^body: a field may not be called __proto__\.$/),
  invalid('__proto__ below', '{"x":[{"__proto__":null}]}', /^x\.0: a field may not be called __proto__\.$/),

  invalid('NUL', '{"x":"a\\u0000b"}', /^x: contains a NUL character\.$/),
  invalid('NUL in a key', '{"x\\u0000":1}', /^x\u{FFFD}: contains a NUL character\.$/u),
  invalid('half a surrogate pair', '{"x":"\\ud83d"}', /^x: contains an unpaired surrogate/),
  invalid('the other half', '{"x":["\\udc00\\ud800"]}', /^x\.0: contains an unpaired surrogate/),
  invalid('half a pair in a key', '{"\\udc00":1}', /: contains an unpaired surrogate/),
  invalid('a number past 2^53', '{"x":9007199254740993}', /^x: is too large a number to be read exactly\.$/),
  invalid('an endless number', '{"x":1e400}', /^x: is too large a number to be read exactly\.$/),
  invalid('400 digits', `{"x":${'9'.repeat(400)}}`, /^x: is too large a number to be read exactly\.$/),

  invalid('Latin-1', quoted(0xe9), NO_UTF8),
  invalid('an overlong slash', quoted(0xc0, 0xaf), NO_UTF8),
  invalid('an overlong NUL', quoted(0xc0, 0x80), NO_UTF8),
  invalid('half a surrogate pair in UTF-8', quoted(0xed, 0xa0, 0x80), NO_UTF8),
  invalid('past the last character', quoted(0xf4, 0x90, 0x80, 0x80), NO_UTF8),
  invalid('a character cut short', quoted(0xe2, 0x82), NO_UTF8),
  invalid('UTF-16', Buffer.from('{"x":1}', 'utf16le'), NO_JSON),
  invalid('UTF-16 with its mark', Buffer.concat([bytes(0xff, 0xfe), Buffer.from('{}', 'utf16le')]), NO_UTF8),
  invalid('UTF-32 with its mark', bytes(0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0, 0x7d, 0, 0, 0), NO_UTF8),
  invalid('gzip that does not say so', gzipSync('{}'), NO_UTF8),

  ...['gzip', 'br', 'deflate', 'gzip, identity', 'identity, gzip', 'utf-8'].map((encoding) => ({
    what: `Content-Encoding: ${encoding}`,
    headers: [JSON_TYPE, `Content-Encoding: ${encoding}`],
    body: gzipSync('{}'),
    status: 415 as const,
    says: ENCODED,
  })),
  ...['utf-16', 'UTF-16LE', 'iso-8859-1', '"windows-1252"', 'us-ascii', 'utf-7', 'nonsense', ''].map(
    (charset) => ({
      what: `charset=${charset}`,
      headers: [`${JSON_TYPE}; charset=${charset}`],
      body: '{}',
      status: 415 as const,
      says: OTHER_CHARSET,
    }),
  ),
  ...[
    [],
    ['Content-Type:'],
    ['Content-Type: text/plain'],
    ['Content-Type: application/x-www-form-urlencoded'],
    ['Content-Type: application/xml'],
    ['Content-Type: application/jsonx'],
    ['Content-Type: application/vnd.api+json'],
    ['Content-Type: application/x-ndjson'],
    ['Content-Type: text/json'],
    ['Content-Type: json'],
    ['Content-Type: */*'],
    ['Content-Type: multipart/form-data'],
    ['Content-Type: multipart/form-data; boundary=x'],
    ['Content-Type: application/json, text/plain'],
    [JSON_TYPE, JSON_TYPE],
    ['Content-Type: application/\u00e9'],
  ].map((headers) => ({
    what: headers.join(' and ') || 'no Content-Type',
    headers,
    body: '{}',
    status: 415 as const,
    says: OTHER_TYPE,
  })),
];

const TWO_MIB = 2 * 1024 * 1024;

/** Bodies over 1 MiB, which are not read to their end. */
export const LARGE_BODIES: readonly HostileBody[] = [
  ['2 MiB of text', `{"x":"${'x'.repeat(TWO_MIB)}"}`],
  ['2 MiB of space', `{}${' '.repeat(TWO_MIB)}`],
  ['2 MiB of brackets', '['.repeat(TWO_MIB)],
  ['2 MiB of zeros', Buffer.alloc(TWO_MIB)],
  ['one byte too many', `{"x":"${'x'.repeat(1024 * 1024 - 7)}"}`],
].map(([what, body]) => ({ what: String(what), headers: [JSON_TYPE], body, status: 413, says: TOO_LARGE }));
