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

type Names = { speed: string; peak: string; growth: string };
const POSTGRES: Names = {
  speed: 'export-vs-psql-zip',
  peak: 'export-peak-memory',
  growth: 'export-memory-growth',
};
const EMBEDDED: Names = {
  speed: 'export-embedded',
  peak: 'export-embedded-peak-memory',
  growth: 'export-embedded-memory-growth',
};

/** An organization's export to CSV on PostgreSQL, against `psql \\copy | zip` of the same rows. */
export const exportActivities: Bench = {
  name: 'export',
  rows: Object.values(POSTGRES),
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const folder = await throwAwayFolder(context);
    const env = { DATA_DIR: folder, DATABASE_URL };
    const club = await seeded(context, env);
    await settle(DATABASE_URL);
    const smaller = await exportOnce(context, env, club, fewerOf(context, club));
    const larger = await exportOnce(context, env, club, null);

    return [
      await speedRow(context, { env, folder, databaseUrl: DATABASE_URL, club }),
      ...memoryRows(POSTGRES, smaller, larger, PEAK_BAR_MB),
    ];
  },
};

async function speedRow(
  context: BenchContext,
  where: { env: Readonly<Record<string, string>>; folder: string; databaseUrl: string; club: PreparedClub },
): Promise<Row> {
  const { club, databaseUrl, folder } = where;
  if (!canCopyAndZip()) return skippedRow(POSTGRES.speed, 'psql and zip are needed for the yardstick');
  const seconds = { ekiden: [] as number[], psql: [] as number[] };
  const server = await startServerUnderTest(context, { env: where.env });
  await runExport(server, club.api_key, fewerOf(context, club));
  for (let round = 1; round <= SPEED_ROUNDS; round++) {
    const psql_s = await copyAndZip(databaseUrl, club.org_id, null, folder);
    const ekiden_s = (await runExport(server, club.api_key, null)).seconds;
    context.log(`round ${round}: psql | zip ${psql_s.toFixed(1)} s, export ${ekiden_s.toFixed(1)} s`);
    seconds.psql.push(psql_s);
    seconds.ekiden.push(ekiden_s);
  }
  await server.stop();
  const [ekiden, psql] = [median(seconds.ekiden), median(seconds.psql)];
  const rows = rowsOf(club);
  const perSecond = (one: number): string => (rows / one).toFixed(0);
  return measuredRow({
    name: POSTGRES.speed,
    value: psql / ekiden,
    unit: 'x',
    bar: { is: '>=', value: 0.8 },
    detail: `${rows} activities with their laps: ${perSecond(ekiden)} activities/s (${ekiden.toFixed(1)} s) against ${perSecond(psql)} (${psql.toFixed(1)} s) of psql \\copy | zip; ${SPEED_ROUNDS} alternating rounds, medians; nothing pinned${context.quick ? '; quick' : ''}`,
  });
}

/** The same on the embedded database: nothing to compare it with, but its memory must not follow the rows. */
export const exportEmbedded: Bench = {
  name: 'export-embedded',
  rows: Object.values(EMBEDDED),
  run: async (context) => {
    const env = { DATA_DIR: await throwAwayFolder(context) };
    const club = await seeded(context, env);
    const smaller = await exportOnce(context, env, club, fewerOf(context, club));
    const larger = await exportOnce(context, env, club, null);
    const { rows, seconds } = larger;
    const detail = `${rows} activities with their laps in ${seconds.toFixed(1)} s, once, in a fresh server; nothing pinned${context.quick ? '; quick' : ''}`;
    return [
      measuredRow({ name: EMBEDDED.speed, value: rows / seconds, unit: 'activities/s', detail }),
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
  const finished = await runExport(server, club.api_key, athleteIds);
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
