import type { PresentedAthlete } from '../organizations/index.ts';
import { csvRecord, safeCellText } from './csv.ts';
import type { ExportFormat } from './export-job.ts';
import type { RowReader } from './read-rows.ts';
import type { CeilingGroup } from './select-athletes.ts';
import { type DateRange, headersOf, type Slice, type Table } from './select-rows.ts';
import type { ArchiveFile } from './write-archive.ts';

/** Athletes read by one statement; each brings its id into it. */
const ATHLETES_A_SLICE = 500;

/** The files of an archive: three tables, each as CSV, JSON or both. */
export function archiveFiles(input: {
  format: ExportFormat;
  athletes: readonly PresentedAthlete[];
  slices: readonly Slice[];
  reader: RowReader;
}): ArchiveFile[] {
  const { format, athletes, slices, reader } = input;
  const asCsv = (table: Table) => (format === 'json' ? [] : [tableCsv(table, slices, reader)]);
  const asJson = (table: Table) => (format === 'csv' ? [] : [tableJson(table, slices, reader)]);
  return [
    ...(format === 'json' ? [] : [athletesCsv(athletes)]),
    ...(format === 'csv' ? [] : [athletesJson(athletes)]),
    ...asCsv('activities'),
    ...asJson('activities'),
    ...asCsv('laps'),
    ...asJson('laps'),
  ];
}

/** The athletes of each group, in parts that one statement can name. */
export function slicesOf(groups: readonly CeilingGroup[], range: DateRange): Slice[] {
  return groups.flatMap(({ user_ids, ...group }) =>
    chunksOf(user_ids, ATHLETES_A_SLICE).map((ids): Slice => ({ ...group, user_ids: ids, range })),
  );
}

const ATHLETE_COLUMNS = [
  'id',
  'username',
  'display_name',
  'first_name',
  'last_name',
  'profile_image_url',
  'member_level',
  'labels',
  'status',
  'joined_at',
  'group_ids',
  'timezone',
  'unit_system',
  'zones',
  'connected_providers',
  'privacy_filtered',
] as const satisfies readonly (keyof PresentedAthlete)[];

function athletesCsv(athletes: readonly PresentedAthlete[]): ArchiveFile {
  return {
    name: 'athletes.csv',
    rows: () => athletes.length,
    async *content() {
      yield csvRecord(ATHLETE_COLUMNS);
      for (const part of chunksOf(athletes, ATHLETES_A_SLICE)) yield part.map(athleteRecord).join('');
    },
  };
}

function athleteRecord(athlete: PresentedAthlete): string {
  return csvRecord(
    ATHLETE_COLUMNS.map((name) => {
      const value = athlete[name];
      // Ids and our own words stand apart by spaces; labels may hold some, so they stay JSON.
      const cell = Array.isArray(value) && name !== 'labels' ? value.join(' ') : value;
      return typeof cell === 'string' ? safeCellText(cell) : cell;
    }),
  );
}

function athletesJson(athletes: readonly PresentedAthlete[]): ArchiveFile {
  return {
    name: 'athletes.json',
    rows: () => athletes.length,
    async *content() {
      yield* jsonArray(
        chunksOf(athletes, ATHLETES_A_SLICE).map((part) =>
          part.map((one) => `,${JSON.stringify(one)}\n`).join(''),
        ),
      );
    },
  };
}

function tableCsv(table: Table, slices: readonly Slice[], reader: RowReader): ArchiveFile {
  let rows = 0;
  return {
    name: `${table}.csv`,
    rows: () => rows,
    async *content() {
      yield csvRecord(headersOf(table));
      for (const slice of slices) {
        yield* reader.read(table, 'cells', slice, (count) => {
          rows += count;
        });
      }
    },
  };
}

function tableJson(table: Table, slices: readonly Slice[], reader: RowReader): ArchiveFile {
  let rows = 0;
  const read = async function* (): AsyncGenerator<Buffer | string> {
    for (const slice of slices) {
      yield* reader.read(table, 'json', slice, (count) => {
        rows += count;
      });
    }
  };
  return { name: `${table}.json`, rows: () => rows, content: () => jsonArray(read()) };
}

/** A JSON array of records that each come after a comma: the first comma is left out. */
async function* jsonArray(
  records: AsyncIterable<Buffer | string> | Iterable<string>,
): AsyncGenerator<Buffer | string> {
  yield '[';
  let first = true;
  for await (const chunk of records) {
    if (chunk.length === 0) continue;
    yield first ? chunk.slice(1) : chunk;
    first = false;
  }
  yield ']\n';
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
