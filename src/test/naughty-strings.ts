import { existsSync, readFileSync } from 'node:fs';

/** Third parties' vectors, which lie beside the repository where there are any. */
const FILE = new URL('../../../shared/facts/vectors/naughty-strings/blns.json', import.meta.url);
const isHere = existsSync(FILE);

/** Options of a test that needs the list. */
export const withNaughtyStrings = isHere ? {} : { skip: 'the big list of naughty strings is not here' };

/** The big list; nothing where it is not. */
export function naughtyStrings(): string[] {
  return isHere ? JSON.parse(readFileSync(FILE, 'utf8')) : [];
}
