import type { PgBoss, Queue } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { BOSS_SCHEMA } from './boss.ts';
import type { JobDefinition } from './job.ts';

const DAY_S = 86_400;
/** Long enough to look at what ran yesterday. */
const KEEP_COMPLETED_S = DAY_S;
/** pg-boss deletes jobs that waited longer: in practice none. */
const KEEP_WAITING_S = 365 * DAY_S;
const KEEP_FAILED_S = 90 * DAY_S;
const ANY_ID = '00000000-0000-0000-0000-000000000000';

const SCHEDULE = { tz: 'UTC', missed: 'once' } as const;

/** The queue of given-up jobs; no worker takes from it. */
export const DEAD_LETTERS = 'dead-letters';

export async function queuesThere(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.executeSql(`SELECT name FROM ${BOSS_SCHEMA}.queue`);
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}

/** Creates the queues and schedules of the definitions, and reads each queue once. */
export async function prepareQueues(
  boss: PgBoss,
  definitions: readonly JobDefinition<object>[],
  options: { known_to_boss: ReadonlySet<string>; heartbeat_s: number; schedules: boolean },
): Promise<void> {
  const wanted: Queue[] = [
    { name: DEAD_LETTERS, retentionSeconds: KEEP_FAILED_S, deleteAfterSeconds: KEEP_FAILED_S },
    ...definitions.map((definition) => queueOf(definition, options.heartbeat_s)),
  ];
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of wanted) {
    const found = existing.get(queue.name);
    const isKnown = options.known_to_boss.has(queue.name);
    if (found === undefined) await boss.createQueue(queue.name, queue);
    else if (!isAsWanted(found, queue)) await updateQueue(boss, found, queue);
    else if (isKnown) continue;
    await boss.findJobs(queue.name, { id: ANY_ID });
  }
  if (options.schedules) await prepareSchedules(boss, definitions);
}

function queueOf(definition: JobDefinition<object>, heartbeat_s: number): Queue {
  const { name, retry, expire_in_s, one_waiting } = definition;
  return {
    name,
    // pg-boss's name for "one waiting job a key".
    policy: one_waiting === true ? 'short' : 'standard',
    retryLimit: retry.limit,
    retryDelay: retry.delay_s,
    retryBackoff: retry.backoff,
    ...(retry.max_delay_s === undefined ? {} : { retryDelayMax: retry.max_delay_s }),
    expireInSeconds: expire_in_s,
    heartbeatSeconds: heartbeat_s,
    retentionSeconds: KEEP_WAITING_S,
    deleteAfterSeconds: KEEP_COMPLETED_S,
    deadLetter: DEAD_LETTERS,
  };
}

function isAsWanted(found: Queue, wanted: Queue): boolean {
  return Object.entries(wanted).every(([key, value]) => Reflect.get(found, key) === value);
}

async function updateQueue(boss: PgBoss, found: Queue, wanted: Queue): Promise<void> {
  const { name, policy, ...changeable } = wanted;
  if (policy !== undefined && policy !== found.policy) {
    throw new Error(
      `The queue ${name} exists as ${found.policy}; one_waiting cannot be changed. Give the job a new name.`,
    );
  }
  await boss.updateQueue(name, changeable);
}

async function prepareSchedules(boss: PgBoss, definitions: readonly JobDefinition<object>[]): Promise<void> {
  const wanted = new Map(definitions.map(({ name, schedule }) => [name, schedule]));
  const found = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const name of found.keys()) {
    if (wanted.get(name) === undefined) await boss.unschedule(name);
  }
  for (const [name, cron] of wanted) {
    const before = found.get(name);
    const isThere =
      before?.cron === cron && before?.timezone === SCHEDULE.tz && before.options?.missed === SCHEDULE.missed;
    if (cron !== undefined && !isThere) await boss.schedule(name, cron, {}, SCHEDULE);
  }
}
