import type { PersonalData } from '../users/index.ts';

/** The README of an archive, for the person whose data it is. */
export function describeArchive(parts: readonly PersonalData[], now: Date): string {
  const described = parts
    .flatMap(({ files }) => Object.entries(files))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(...described.map(([name]) => name.length)) + 2;
  const lines = described.map(([name, what]) => `${name.padEnd(width)}${what}`);
  return `Everything that this server keeps about you, as of ${now.toISOString()}.

${lines.join('\n')}
${'manifest.json'.padEnd(width)}Every file of this archive with its number of records, its size and its SHA-256. Under "missing":
${' '.repeat(width)}recordings that the server no longer has as you uploaded them; its operator was told.

The .json files are UTF-8; each is a list with one record a line, but for those in streams/, which are one object each. Times
are ISO 8601 in UTC; in profile.json, and where a name ends in _ms, milliseconds since 1970. Units are in the names: distance_m is in metres.

Other people are in here only by their ids; what your notification centre says of one of them is left out. What organizations keep in their logs once you have left are ids alone.
`;
}
