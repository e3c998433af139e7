import type { Database } from '../../infra/db/database.ts';
import { type ArchiveFile, deflateOnPool, type FileFacts, writeArchive } from '../exports/index.ts';
import { findUser, type PersonalData, type PersonalFile } from '../users/index.ts';

const SCHEMA_VERSION = '1.0';

/**
 * The bytes of a ZIP of all that the parts keep about a person, made as they are asked for: what is held is a page of
 * records, or one activity's samples. Ends with an error, and so without the directory that makes it a ZIP, when something
 * cannot be read or the person has left meanwhile.
 */
export async function* writePersonalArchive(
  deps: { readonly db: Database; readonly parts: readonly PersonalData[] },
  { user_id, now }: { readonly user_id: string; readonly now: Date },
): AsyncGenerator<Uint8Array> {
  const missing: string[] = [];
  const files = async function* (): AsyncGenerator<ArchiveFile> {
    yield textFile('README.txt', describeArchive(deps.parts, now));
    for (const part of deps.parts) {
      for await (const file of part.collect(user_id)) {
        const opened = openFile(file);
        if (opened === null) missing.push(file.name);
        else yield opened;
      }
    }
    // Pages that are empty because the rows went look like pages that are empty.
    if ((await findUser(deps.db, user_id)) === null)
      throw new Error('The person has left while their archive was made.');
  };
  const manifestText = (facts: readonly FileFacts[]): string =>
    `${JSON.stringify(manifestOf(facts, { user_id, now, missing }), null, 2)}\n`;
  const manifest = { name: 'manifest.json', text: manifestText };
  yield* writeArchive({ files: files(), manifest, modified_at: now }, deflateOnPool);
}

function manifestOf(
  facts: readonly FileFacts[],
  { user_id, now, missing }: { user_id: string; now: Date; missing: readonly string[] },
): object {
  return {
    schema_version: SCHEMA_VERSION,
    user_id,
    generated_at: now.toISOString(),
    files: facts.map(({ name, rows, size_bytes, sha256 }) => ({ name, rows, size_bytes, sha256 })),
    /** Uploaded once, and no longer in the store as it was uploaded. */
    missing,
  };
}

function openFile(file: PersonalFile): ArchiveFile | null {
  if ('records' in file) return jsonFile(file.name, file.records);
  const { name, content } = file;
  return content && { name, content: () => content, rows: () => 1 };
}

function textFile(name: string, text: string): ArchiveFile {
  return {
    name,
    rows: () => 1,
    async *content() {
      yield text;
    },
  };
}

function jsonFile(name: string, pages: AsyncIterable<readonly string[]>): ArchiveFile {
  let rows = 0;
  return {
    name,
    rows: () => rows,
    async *content() {
      yield '[';
      for await (const records of pages) {
        if (records.length === 0) continue;
        yield `${rows === 0 ? '\n' : ',\n'}${records.join(',\n')}`;
        rows += records.length;
      }
      yield rows === 0 ? ']\n' : '\n]\n';
    },
  };
}

/** The README of an archive, for the person whose data it is. */
function describeArchive(parts: readonly PersonalData[], now: Date): string {
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
