/** Parameters as a client should never send them, percent-encoded as they go over the wire, by what is wrong with them. */

const NINES = '9'.repeat(400);
const UUID = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';

const NUMBERS = [
  '0',
  '1',
  '7',
  '100',
  '101',
  '-1',
  '-0',
  '--1',
  '-',
  '+',
  '+1',
  '%2B1',
  '01',
  '00',
  '-01',
  '1.5',
  '1.0',
  '.5',
  '5.',
  '1,5',
  '1,000',
  '1_000',
  '1%20000',
  '0x10',
  '0X1',
  '0o17',
  '0b1',
  '1e3',
  '1E3',
  '1e-3',
  '1e400',
  '1n',
  '2147483647',
  '2147483648',
  '4294967296',
  '253402300799999',
  '253402300800000',
  '-62135596800000',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775808',
  NINES,
  `-${NINES}`,
  `0.${NINES}`,
  '0'.repeat(400),
];

/** Arabic-Indic, full-width, mathematical bold, superscript, circled, Roman, Devanagari digits. */
const DIGITS = ['%D9%A3', '%EF%BC%91', '%F0%9D%9F%8F', '%C2%B2', '%E2%91%A0', '%E2%85%A7', '%E0%A5%A7'];

const SPACES = [
  '%201',
  '1%20',
  '+1+',
  '%091',
  '1%0A',
  '1%0D%0A',
  '%0B1',
  '%C2%A01',
  '%E2%80%8B1',
  '%EF%BB%BF1',
  '%E2%80%AE1',
  '%20',
  '%0A',
];

const WORDS = [
  'true',
  'false',
  'TRUE',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  'None',
  'ten',
  'COMPLETED',
  'completed%20',
  'completed,failed',
  'completed',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '%5B1%5D',
  '%7B%7D',
  '%7B%22$gt%22:0%7D',
  '%221%22',
  '1;2',
  '1%262',
  '1%3D2',
  "'%20OR%201=1--",
  '1;DROP%20TABLE%20users',
  '$1',
  '%25s%25n',
  '..%2F..%2Fetc%2Fpasswd',
  '%3Cscript%3E',
  '$%7B7*7%7D',
  '%F0%9F%8F%83',
  '%E6%9C%9D%E3%81%AE%E3%82%B8%E3%83%A7%E3%82%B0',
  'Z%CD%91%CD%AB%CD%83',
];

const CONTROL = ['%00', '1%00', '%001', '1%00x', '%7F', '%1B%5B2J', '%C2%80'];

const LONG = [
  'x'.repeat(50),
  'x'.repeat(51),
  'x'.repeat(100),
  'x'.repeat(101),
  '%F0%9F%8F%83'.repeat(101),
  'x'.repeat(10_000),
];

/** Not percent-encoding, not UTF-8: cut short, overlong, half a surrogate pair, past the last character. */
const UNDECODABLE = [
  '%',
  '1%',
  '%1',
  '%z',
  '%zz',
  '5%0',
  '%u0031',
  '%%30%30',
  '%C0%AF',
  '%C0%B1',
  '%C1%81',
  '%E0%80%AF',
  '%F0%80%80%AF',
  '%FC%80%80%80%80%AF',
  '%ED%A0%80',
  '%ED%BF%BF',
  '%F4%90%80%80',
  '%F5%80%80%80',
  '%E2%82',
  '%80',
  '%FF',
  '%FE%FF%00%31',
];

const IDS = [
  UUID,
  UUID.toUpperCase(),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  `%7B${UUID}%7D`,
  `urn:uuid:${UUID}`,
  UUID.replaceAll('-', ''),
  `${UUID}%0A`,
  `%20${UUID}`,
  `${UUID}%00`,
  `${UUID}x`,
  UUID.slice(0, -1),
  `${UUID},${UUID}`,
  UUID.replace('a', '%D0%B0'),
  `g${UUID.slice(1)}`,
];

const TIMES = [
  '2026-07-01',
  '2026-07-01T06:30:00Z',
  '2026-07-01T06:30:00%2B02:00',
  '2026-07-01T06:30:00+02:00',
  '2026-07-01T06:30:00',
  '2026-07-01T06:30:60Z',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '0001-01-01T00:00:00%2B14:00',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-14:00',
  '%2B010000-01-01',
  '1751328000000',
  'yesterday',
];

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ...NUMBERS,
  ...DIGITS,
  ...SPACES,
  ...WORDS,
  ...CONTROL,
  ...LONG,
  ...UNDECODABLE,
  ...IDS,
  ...TIMES,
];

/** One of each kind, for where there are many parameters. */
export const FEW_HOSTILE_TEXTS: readonly string[] = [
  '',
  '-1',
  '+1',
  '01',
  '1.5',
  '0x10',
  '1e3',
  '9007199254740993',
  NINES,
  '%D9%A3',
  '1%0A',
  'true',
  '__proto__',
  '%5B1%5D',
  '..%2F..%2Fetc%2Fpasswd',
  '%00',
  'x'.repeat(10_000),
  '%zz',
  '%C0%AF',
  '%ED%A0%80',
  UUID,
  UUID.toUpperCase(),
  `${UUID}%00`,
  `urn:uuid:${UUID}`,
  '0000-01-01',
  '9999-12-31T23:59:59-14:00',
  '2026-02-30',
];

/** What a text means once it is decoded; null when it cannot be. In a query, a plus is a space. */
export function decoded(text: string, where: 'path' | 'query'): string | null {
  try {
    return decodeURIComponent(where === 'query' ? text.replaceAll('+', ' ') : text);
  } catch {
    return null;
  }
}
