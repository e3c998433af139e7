import { parseConfig } from '../../src/config.ts';
import { createDeps } from '../../src/deps.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { MIGRATIONS } from '../../src/main.ts';
import { createUser } from '../../src/modules/users/index.ts';
import { newId } from '../../src/shared/ids.ts';
import { pushOfRun } from './platform-settings.ts';

export type FilledInbox = { readonly people: number; readonly runs: number; readonly days: number };

const EVENTS_EACH = 100;
/** Of each athlete's events. */
const RUNS_EACH = 20;
const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 5_000;

/** Migrates a database and puts that many posts of Garmin's into its inbox, of athletes who have connected it, in turns. */
export async function fillInbox(env: Readonly<Record<string, string>>, events: number): Promise<FilledInbox> {
  const people = Math.ceil(events / EVENTS_EACH);
  const deps = await createDeps(parseConfig({ ...env, LOG_LEVEL: 'error' }));
  try {
    await migrate(deps.db, MIGRATIONS);
    const now = deps.clock.now();
    await deps.db.transaction(async (tx) => {
      for (let n = 0; n < people; n++) {
        const { user_id } = await createUser(tx, {
          email: `athlete${n}@example.com`,
          is_verified: true,
          now,
        });
        await tx.execute(sql`
          INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at)
          VALUES (${user_id}, 'garmin', ${`garmin-${n}`}, ${now})`);
      }
    });
    const posts = Array.from({ length: events }, (_, number) => postOf(number, people));
    for (let start = 0; start < events; start += ROWS_AT_ONCE) {
      const some = posts.slice(start, start + ROWS_AT_ONCE);
      await deps.db.execute(sql`
        INSERT INTO webhook_deliveries (id, provider, received_at, not_before, body)
        SELECT id, 'garmin', ${now}, ${now}, convert_to(body, 'UTF8')
        FROM unnest(${some.map(() => newId())}::uuid[], ${some}::text[]) AS t (id, body)`);
    }
  } finally {
    await deps.close();
  }
  const runs = Array.from({ length: events }, (_, number) => number).filter((number) =>
    isRun(number, people),
  ).length;
  return { people, runs, days: events - runs };
}

const isRun = (number: number, people: number): boolean => Math.floor(number / people) < RUNS_EACH;

function postOf(number: number, people: number): string {
  const garmin_id = `garmin-${number % people}`;
  const turn = Math.floor(number / people);
  if (isRun(number, people)) return pushOfRun({ garmin_id, number, day: turn });
  const day = new Date(Date.UTC(2026, 0, 1) + turn * DAY_MS);
  return JSON.stringify({
    dailies: [
      {
        userId: garmin_id,
        summaryId: `x${number}`,
        calendarDate: day.toISOString().slice(0, 10),
        startTimeInSeconds: day.getTime() / 1_000,
        startTimeOffsetInSeconds: 0,
        durationInSeconds: 86_400,
        steps: 9_000 + (number % 5_000),
        distanceInMeters: 7_000,
        restingHeartRateInBeatsPerMinute: 48,
        activeKilocalories: 500,
      },
    ],
  });
}
