import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { backupRequests } from '../../src/infra/backup/index.ts';
import { type Database, openDatabase } from '../../src/infra/db/database.ts';
import { answerLocally } from '../../src/infra/db/local-requests.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { prepareClub } from '../stage/prepare-club.ts';
import { memoryOf, startNode, stop } from '../stage/process.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const EACH = 1_000;
const logger = pino({ level: 'silent' });

/** How long backups of a million activities take and how large they are, while activities are written; then a second one, and a restore. */
export const backup: Bench = {
  name: 'backup',
  rows: ['backup', 'backup-again', 'backup-writes-meanwhile', 'backup-restore', 'backup-memory'],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    const place = await throwAwayFolder(context);
    const athletes = context.quick ? 20 : 1_000;
    context.log(`seeding ${athletes * EACH} activities`);
    await prepareClub(env, { athletes, activities_each: EACH });
    await settle(DATABASE_URL);
    const db = await openDatabase({ url: DATABASE_URL, dataDir: '', logger });
    context.cleanup.defer(() => db.close());

    const first = await backUpUnderLoad(context, db, env, place);
    const again = await backUpUnderLoad(context, db, env, place);
    const emptied = await throwAwayDatabase(context);
    const restored = await ekiden(context, { ...env, DATABASE_URL: emptied }, 'restore', place);
    const peaks = { first: first.peak_mb, next: again.peak_mb, restore: restored.peak_mb };
    const suffix = context.quick ? '; quick' : '';
    const sizeOf = ({ row_count, size_bytes, written_bytes }: Header): string =>
      `${row_count} rows, ${megabytes(size_bytes)}, of which ${megabytes(written_bytes)} were new`;
    return [
      measuredRow({
        name: 'backup',
        value: first.seconds,
        unit: 's',
        detail: `${athletes * EACH} activities on PostgreSQL by ekiden backup, its start included: ${sizeOf(first.header)}${suffix}`,
      }),
      measuredRow({
        name: 'backup-again',
        value: again.seconds,
        unit: 's',
        detail: `the next one: ${sizeOf(again.header)}${suffix}`,
      }),
      measuredRow({
        name: 'backup-writes-meanwhile',
        value: first.writes_s / first.alone_s,
        unit: 'x',
        detail: `activities stored one after the other during the first: ${first.writes_s.toFixed(0)} a second, ${first.alone_s.toFixed(0)} alone; the longest took ${first.longest_ms.toFixed(0)} ms${suffix}`,
      }),
      measuredRow({
        name: 'backup-restore',
        value: restored.seconds,
        unit: 's',
        detail: `the second one into an empty database of the same server${suffix}`,
      }),
      measuredRow({
        name: 'backup-memory',
        value: Math.max(...Object.values(peaks)),
        unit: 'MB',
        detail: `VmHWM, the most of ${Object.entries(peaks)
          .map(([of, mb]) => `${mb.toFixed(0)} (${of})`)
          .join(', ')}${suffix}`,
      }),
    ];
  },
};

/** The same of the embedded database, whose one connection everybody waits for while its files are copied. */
export const backupEmbedded: Bench = {
  name: 'backup-embedded',
  rows: ['backup-embedded', 'backup-embedded-pause'],
  run: async (context) => {
    const env = { DATA_DIR: await throwAwayFolder(context) };
    const place = await throwAwayFolder(context);
    const athletes = context.quick ? 20 : 200;
    context.log(`seeding ${athletes * EACH} activities`);
    await prepareClub(env, { athletes, activities_each: EACH });
    const dataDir = join(env.DATA_DIR, 'db');
    const db = await openDatabase({ url: undefined, dataDir, logger });
    context.cleanup.defer(() => db.close());
    const answering = await answerLocally(dataDir, backupRequests(db), logger);
    context.cleanup.defer(async () => answering?.close());
    const made = await backUpUnderLoad(context, db, env, place);
    const { row_count, size_bytes } = made.header;
    const suffix = context.quick ? '; quick' : '';
    return [
      measuredRow({
        name: 'backup-embedded',
        value: made.seconds,
        unit: 's',
        detail: `${athletes * EACH} activities: ${row_count} rows, ${megabytes(size_bytes)}; ${made.writes_s.toFixed(0)} writes a second meanwhile, ${made.alone_s.toFixed(0)} alone${suffix}`,
      }),
      measuredRow({
        name: 'backup-embedded-pause',
        value: made.longest_ms,
        unit: 'ms',
        detail: `the longest that a write took meanwhile, which waits for the copy of the files${suffix}`,
      }),
    ];
  },
};

type Header = { readonly row_count: number; readonly size_bytes: number; readonly written_bytes: number };
type Ran = { readonly seconds: number; readonly peak_mb: number };
type Made = Ran & {
  readonly header: Header;
  readonly writes_s: number;
  readonly alone_s: number;
  readonly longest_ms: number;
};

const ALONE_MS = 2_000;

async function backUpUnderLoad(
  context: BenchContext,
  db: Database,
  env: Readonly<Record<string, string>>,
  place: string,
): Promise<Made> {
  const [one] = (await db.executeSql('SELECT id FROM activities LIMIT 1')).rows as { id: string }[];
  const write = async (): Promise<void> => {
    await db.executeSql(COPY_OF, [one?.id]);
  };
  const alone = await writeUntil(write, AbortSignal.timeout(ALONE_MS));
  const over = new AbortController();
  const load = writeUntil(write, over.signal);
  const ran = await ekiden(context, env, 'backup', place).finally(() => over.abort());
  const meanwhile = await load;
  const { said } = await ekidenSays(context, env, 'backup', 'list', place, '--json');
  const { backups } = JSON.parse(said) as { backups: Header[] };
  const header = backups.at(-1);
  if (header === undefined) throw new Error('There is no backup.');
  context.log(`backup: ${ran.seconds.toFixed(1)} s, ${megabytes(header.written_bytes)} written`);
  return {
    ...ran,
    header,
    writes_s: meanwhile.a_second,
    alone_s: alone.a_second,
    longest_ms: meanwhile.longest_ms,
  };
}

async function writeUntil(
  write: () => Promise<void>,
  signal: AbortSignal,
): Promise<{ a_second: number; longest_ms: number }> {
  const begun = performance.now();
  let writes = 0;
  let longest_ms = 0;
  while (!signal.aborted) {
    const at = performance.now();
    await write();
    longest_ms = Math.max(longest_ms, performance.now() - at);
    writes += 1;
    await nextTurn();
  }
  return { a_second: writes / ((performance.now() - begun) / 1_000), longest_ms };
}

/** How long a command took, its start included, and what it held at the most. */
async function ekiden(
  context: BenchContext,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Ran> {
  const begun = performance.now();
  const { peak_mb } = await ekidenSays(context, env, ...args);
  return { seconds: (performance.now() - begun) / 1_000, peak_mb };
}

const LOOK_MS = 100;

async function ekidenSays(
  context: BenchContext,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ said: string; peak_mb: number }> {
  const child = startNode('src/cli.mjs', { args, env: { PATH: process.env.PATH ?? '', ...env } });
  context.cleanup.defer(() => stop(child));
  const said = child.stdout === null ? '' : text(child.stdout);
  const complained = child.stderr === null ? '' : text(child.stderr);
  let peak_mb = 0;
  // The system forgets the peak of a process together with it.
  const looking = setInterval(() => {
    const seen = memoryOf(child.pid ?? 0)?.peak_mb ?? 0;
    // One that has ended and was not waited for yet has no memory any more.
    if (seen > peak_mb) peak_mb = seen;
  }, LOOK_MS);
  try {
    const [code] =
      child.exitCode === null ? ((await once(child, 'exit')) as [number | null]) : [child.exitCode];
    // Before it stand the lines of its progress.
    const reason = (await complained).trimEnd().split('\n').at(-1);
    if (code !== 0) throw new Error(`ekiden ${args.join(' ')} ended with ${code}: ${reason}`);
    return { said: await said, peak_mb };
  } finally {
    clearInterval(looking);
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const COPY_OF = `
  INSERT INTO activities
  SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'external_id', null,
    'start_time', a.start_time + interval '1 day'))).*
  FROM activities a WHERE a.id = $1`;
