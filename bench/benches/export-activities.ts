import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row, skippedRow } from '../row.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { type FinishedExport, runExport } from '../stage/run-export.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';
import { canCopyAndZip, copyAndZip } from '../yardsticks/copy-and-zip.ts';

const ACTIVITIES_EACH = 1_000;
const PEAK_BAR_MB = 300;
const GROWTH_BAR = 1.2;
const SPEED_ROUNDS = 3;

type Names = { peak: string; growth: string };
const SPEED = { csv: 'export-vs-psql-zip', both: 'export-both-vs-psql-zip' };
const SPEED_BAR = { csv: 0.9, both: 0.5 };
const POSTGRES: Names = {
  peak: 'export-peak-memory',
  growth: 'export-memory-growth',
};
const SPEED_EMBEDDED = 'export-embedded';
const EMBEDDED: Names = {
  peak: 'export-embedded-peak-memory',
  growth: 'export-embedded-memory-growth',
};

/** An organization's exports, to CSV and to both formats, on PostgreSQL, against `psql \\copy | zip` of the same rows. */
export const exportActivities: Bench = {
  name: 'export',
  rows: [...Object.values(SPEED), ...Object.values(POSTGRES)],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const folder = await throwAwayFolder(context);
    const env = { DATA_DIR: folder, DATABASE_URL };
    const club = await seeded(context, env);
    await settle(DATABASE_URL);
    const smaller = await exportOnce(context, env, club, fewerOf(context, club));
    const larger = await exportOnce(context, env, club, null);

    return [
      ...(await speedRows(context, { env, folder, databaseUrl: DATABASE_URL, club })),
      ...memoryRows(POSTGRES, smaller, larger, PEAK_BAR_MB),
    ];
  },
};

async function speedRows(
  context: BenchContext,
  where: { env: Readonly<Record<string, string>>; folder: string; databaseUrl: string; club: PreparedClub },
): Promise<Row[]> {
  const { club, databaseUrl, folder } = where;
  if (!canCopyAndZip()) {
    return Object.values(SPEED).map((name) => skippedRow(name, 'psql and zip are needed for the yardstick'));
  }
  const seconds = { csv: [] as number[], both: [] as number[], psql: [] as number[] };
  const server = await startServerUnderTest(context, { env: where.env });
  const exported = async (format: 'csv' | 'both', athlete_ids: readonly string[] | null): Promise<number> =>
    (await runExport(server, club.api_key, { format, athlete_ids })).seconds;
  await exported('csv', fewerOf(context, club));
  for (let round = 1; round <= SPEED_ROUNDS; round++) {
    seconds.psql.push(await copyAndZip(databaseUrl, club.org_id, null, folder));
    seconds.csv.push(await exported('csv', null));
    seconds.both.push(await exported('both', null));
    const last = (of: readonly number[]): string => `${of.at(-1)?.toFixed(1)} s`;
    context.log(
      `round ${round}: psql | zip ${last(seconds.psql)}, csv ${last(seconds.csv)}, both ${last(seconds.both)}`,
    );
  }
  await server.stop();
  const rows = rowsOf(club);
  const told = (one: number): string => `${(rows / one).toFixed(0)} activities/s (${one.toFixed(1)} s)`;
  const psql = median(seconds.psql);
  return (['csv', 'both'] as const).map((format) =>
    measuredRow({
      name: SPEED[format],
      value: psql / median(seconds[format]),
      unit: 'x',
      bar: { is: '>=', value: SPEED_BAR[format] },
      detail: `${rows} activities with their laps, format ${format}: ${told(median(seconds[format]))} against ${told(psql)} of psql \\copy | zip of CSV; ${SPEED_ROUNDS} alternating rounds, medians; nothing pinned${context.quick ? '; quick' : ''}`,
    }),
  );
}

/** The same on the embedded database: nothing to compare it with, but its memory must not follow the rows. */
export const exportEmbedded: Bench = {
  name: 'export-embedded',
  rows: [SPEED_EMBEDDED, ...Object.values(EMBEDDED)],
  run: async (context) => {
    const env = { DATA_DIR: await throwAwayFolder(context) };
    const club = await seeded(context, env);
    const smaller = await exportOnce(context, env, club, fewerOf(context, club));
    const larger = await exportOnce(context, env, club, null);
    const { rows, seconds } = larger;
    const detail = `${rows} activities with their laps in ${seconds.toFixed(1)} s, once, in a fresh server; nothing pinned${context.quick ? '; quick' : ''}`;
    return [
      measuredRow({ name: SPEED_EMBEDDED, value: rows / seconds, unit: 'activities/s', detail }),
      ...memoryRows(EMBEDDED, smaller, larger),
    ];
  },
};

async function seeded(context: BenchContext, env: Readonly<Record<string, string>>): Promise<PreparedClub> {
  const athletes = context.quick ? 30 : 1_000;
  context.log(`seeding ${athletes * ACTIVITIES_EACH} activities`);
  return await prepareClub(env, { athletes, activities_each: ACTIVITIES_EACH });
}

/**
 * The first tenth of the athletes. Of the quick form's few rows the first half: a tenth would be over before the server
 * has warmed up to what it takes at any size.
 */
function fewerOf({ quick }: BenchContext, { athlete_ids }: PreparedClub): string[] {
  return athlete_ids.slice(0, Math.ceil(athlete_ids.length / (quick ? 2 : 10)));
}

function rowsOf({ athlete_ids }: PreparedClub): number {
  return athlete_ids.length * ACTIVITIES_EACH;
}

type MeasuredExport = FinishedExport & { readonly rows: number; readonly peak_mb: number | null };

/** One export in a server of its own, whose peak of memory is then this export's. */
async function exportOnce(
  context: BenchContext,
  env: Readonly<Record<string, string>>,
  club: PreparedClub,
  athleteIds: readonly string[] | null,
): Promise<MeasuredExport> {
  const server = await startServerUnderTest(context, { env });
  const finished = await runExport(server, club.api_key, { format: 'csv', athlete_ids: athleteIds });
  const peak_mb = server.memory()?.peak_mb ?? null;
  await server.stop();
  const rows = (athleteIds ?? club.athlete_ids).length * ACTIVITIES_EACH;
  const megabytes = (finished.file_size_bytes / 1e6).toFixed(0);
  context.log(
    `${rows} activities: ${finished.seconds.toFixed(1)} s, ${megabytes} MB of ZIP, peak ${peak_mb?.toFixed(0) ?? '?'} MB resident`,
  );
  return { ...finished, rows, peak_mb };
}

function memoryRows(
  names: Names,
  smaller: MeasuredExport,
  larger: MeasuredExport,
  peakBarMb?: number,
): Row[] {
  if (smaller.peak_mb === null || larger.peak_mb === null) {
    return [names.peak, names.growth].map((name) =>
      skippedRow(name, 'this system has no /proc to read a peak from'),
    );
  }
  const peaks = `peak resident memory of the server: ${larger.peak_mb.toFixed(0)} MB with ${larger.rows} activities, ${smaller.peak_mb.toFixed(0)} MB with ${smaller.rows}`;
  return [
    measuredRow({
      name: names.peak,
      value: larger.peak_mb,
      unit: 'MB',
      ...(peakBarMb === undefined ? {} : { bar: { is: '<=', value: peakBarMb } }),
      detail: `${peaks} (VmHWM, each in a fresh server)`,
    }),
    measuredRow({
      name: names.growth,
      value: larger.peak_mb / smaller.peak_mb,
      unit: 'x',
      bar: { is: '<=', value: GROWTH_BAR },
      detail: peaks,
    }),
  ];
}
