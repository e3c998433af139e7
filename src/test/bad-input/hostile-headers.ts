const NINES = '9'.repeat(400);

/** Values that no header of ours should ever have. */
export const HOSTILE_VALUES = [
  '',
  ' ',
  '*',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  NINES,
  'true',
  'null',
  '__proto__',
  '[]',
  '{}',
  '"',
  '""',
  'W/',
  'W/""',
  '"a","b"',
  ',,,',
  ';;;=',
  '\t\t',
  '\u00e9\u00ff\u0080',
  '\u00c0\u00af',
  '%00',
  '%zz',
  '<script>',
  '../../etc/passwd',
  "' OR 1=1--",
  'bytes=0-0',
  'bytes=0-0,1-1,2-2',
  `bytes=${NINES}-`,
  'bytes=5-1',
  'items=0-1',
];

/** Half of what the server reads as headers at all, for what is slow with much. */
export const LONG_VALUES = [
  `"${'a'.repeat(8_000)}`,
  '"'.repeat(8_000),
  '"a",'.repeat(2_000),
  `bytes=${'0-0,'.repeat(2_000)}`,
];

/** Headers that no operation of ours takes its input from, or only for what they may leave out. */
export const NEUTRAL_HEADERS = [
  'Accept',
  'Accept-Charset',
  'Accept-Encoding',
  'Accept-Language',
  'Cookie',
  'Forwarded',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'X-Request-ID',
];
