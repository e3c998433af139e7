import type { PresentedAthlete } from '../organizations/index.ts';
import { csvRecord, safeCellText } from './csv.ts';
import type { ExportJob } from './export-job.ts';
import type { FilePlan, TextSection } from './file-plan.ts';
import type { CeilingGroup } from './select-athletes.ts';
import { type DateRange, headersOf, type Slice, type SliceRows, type Table } from './select-rows.ts';
import { slicesWith, type ToldAthlete, type ToldRows, type ToldTable } from './told-table.ts';

/** Athletes read by one statement; each brings its id into it. */
const ATHLETES_A_SLICE = 500;

export type ArchiveRows = SliceRows | ToldRows;

type ArchiveInput = {
  job: Pick<ExportJob, 'org_id' | 'format' | 'include' | 'start_date_ms' | 'end_date_ms'>;
  athletes: readonly PresentedAthlete[];
  slices: readonly Slice[];
  told: readonly ToldAthlete[];
  tables: readonly ToldTable[];
};

/** The files of an archive: three tables and what was asked for besides, each as CSV, JSON or both. */
export function archiveFiles(input: ArchiveInput): FilePlan<ArchiveRows>[] {
  const { job, athletes, slices, tables } = input;
  const { format, include } = job;
  const forms = format === 'both' ? (['csv', 'json'] as const) : [format];
  return [
    ...forms.map((form) => (form === 'csv' ? athletesCsv(athletes) : athletesJson(athletes))),
    ...forms.map((form) => tableFile('activities', form, slices)),
    ...forms.map((form) => tableFile('laps', form, slices)),
    ...tables
      .filter((table) => include.includes(table.include))
      .flatMap((table) => forms.map((form) => toldFile(table, form, input))),
  ];
}

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

function athletesCsv(athletes: readonly PresentedAthlete[]): FilePlan<ArchiveRows> {
  return {
    name: 'athletes.csv',
    form: 'csv',
    sections: [headerOf(ATHLETE_COLUMNS), ...athleteSections(athletes, athleteRecord)],
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

function athletesJson(athletes: readonly PresentedAthlete[]): FilePlan<ArchiveRows> {
  return {
    name: 'athletes.json',
    form: 'json',
    sections: athleteSections(athletes, (one) => `,${JSON.stringify(one)}\n`),
  };
}

function athleteSections(
  athletes: readonly PresentedAthlete[],
  record: (athlete: PresentedAthlete) => string,
): TextSection[] {
  return chunksOf(athletes, ATHLETES_A_SLICE).map((part) => ({
    text: part.map(record).join(''),
    rows: part.length,
  }));
}

function tableFile(table: Table, form: 'csv' | 'json', slices: readonly Slice[]): FilePlan<ArchiveRows> {
  const as = form === 'csv' ? 'cells' : 'json';
  const rows = slices.map((slice): SliceRows => ({ table, as, slice }));
  return {
    name: `${table}.${form}`,
    form,
    sections: form === 'csv' ? [headerOf(headersOf(table)), ...rows] : rows,
  };
}

function toldFile(
  told: ToldTable,
  form: 'csv' | 'json',
  { told: athletes, job }: Pick<ArchiveInput, 'told' | 'job'>,
): FilePlan<ArchiveRows> {
  const as = form === 'csv' ? 'cells' : 'json';
  const of = { org_id: job.org_id, range: job };
  const rows = slicesWith(told, athletes, of).map((slice): ToldRows => ({ told, as, slice }));
  const header = headerOf(told.columns.map(({ name }) => name));
  return { name: `${told.name}.${form}`, form, sections: form === 'csv' ? [header, ...rows] : rows };
}

function headerOf(columns: readonly string[]): TextSection {
  return { text: csvRecord(columns), rows: 0 };
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
