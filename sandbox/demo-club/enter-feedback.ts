import type { UserActor } from '../../src/http/actor.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { findActivitiesInShort } from '../../src/modules/activities/index.ts';
import { giveFeedback } from '../../src/modules/feedback/index.ts';
import { findSessionsOfPeople } from '../../src/modules/sessions/index.ts';
import { activityCeiling, DEFAULT_PRIVACY, type SourcePolicies } from '../../src/privacy/index.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { type DemoClub, endOfClub } from './club.ts';
import { fixed } from './enter-people.ts';
import { DEMO_FEEDBACK } from './feedback.ts';

const WEEKS_MS = 28 * DAY_MS;
/** So long after a workout its athlete says how it was. */
const SAID_AFTER_MS = 40 * MINUTE_MS;
const MANY = 200;

/** What athletes said of their latest workouts. It is history: nobody is told. @returns how many times */
export async function enterFeedback(
  { db, sourcePolicies: policies }: { readonly db: Database; readonly sourcePolicies: SourcePolicies },
  { organization, athletes }: DemoClub,
  userIdOf: (key: string) => string,
): Promise<number> {
  const until = endOfClub(organization);
  const ceiling = activityCeiling({ settings: DEFAULT_PRIVACY, policies, audience: 'self' });
  const events = { emit: async () => {} };
  const giving = { db, clock: fixed(until), events, sourcePolicies: policies, findSessionsOfPeople };
  let given = 0;
  for (const { key, said } of DEMO_FEEDBACK) {
    if (!athletes.some((athlete) => athlete.key === key)) continue;
    const actor: UserActor = { type: 'user', user_id: userIdOf(key), roles: ['user'] };
    const since = { start_date_ms: until.getTime() - WEEKS_MS, limit: MANY };
    const found = await findActivitiesInShort(db, { user_id: actor.user_id, ceiling, ...since });
    const latest = found.toReversed();
    for (const { workouts_ago, ...members } of said) {
      const activity = latest[workouts_ago];
      if (activity === undefined) continue;
      const ended_ms = activity.start_time.getTime() + (activity.duration_s ?? 0) * 1_000;
      await giveFeedback(giving, actor, {
        named: { activity_id: activity.id },
        members,
        occurred_at: new Date(ended_ms + SAID_AFTER_MS),
        write_key: undefined,
      });
      given += 1;
    }
  }
  return given;
}
