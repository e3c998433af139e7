import assert from 'node:assert/strict';
import { addDays } from '../../src/shared/calendar.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { createOrganization, type TestOrganization, type TestUser } from '../../src/test/factories.ts';
import type { TestServer } from '../../src/test/harness.ts';
import { insertActivities } from '../../src/test/insert-activities.ts';
import { makeActivity } from '../../src/test/random-activities.ts';
import { saveQuietPlan, setVdot } from '../../src/test/saved-plans.ts';
import { seedAthlete } from '../../src/test/seed-athletes.ts';

type Listed = { readonly user_id: string; readonly section: string };

/** A club with somebody in every section of triage; each stands there whatever day of the week it is. */
export type TriageClub = TestOrganization & {
  readonly athletes: Readonly<Record<'Ada' | 'Bo' | 'Cy' | 'Dee' | 'Eve', string>>;
};

/** Ada did not run two key sessions, Bo ran very far at once, Cy has been silent, Dee is well, and Eve shares nothing. */
export async function createTriageClub(server: TestServer): Promise<TriageClub> {
  const club = await createOrganization(server);
  const seed = async (display_name: string, privacy = {}): Promise<string> =>
    (await seedAthlete(server, club.org_id, { display_name, privacy, timezone: 'UTC' })).user_id;
  const [Ada, Bo, Cy] = [await seed('Ada Lindqvist'), await seed('Bo'), await seed('Cy Okafor')];
  const Dee = await seed('Dee');
  const Eve = await seed('Eve', {
    share_activity_with_coach: false,
    share_pace_data: false,
    share_feedback_with_coach: false,
    share_availability_with_coach: false,
  });
  await givePlan(server, club, Ada);
  for (const days of [10, 8, 3]) await run(server, Ada, days);
  for (const days of [20, 16, 12, 8]) await run(server, Bo, days);
  await run(server, Bo, 1, 24_000);
  await run(server, Cy, 9);
  await run(server, Dee, 1);
  // What has changed is looked at now, so that no event tells of it later.
  await sectionsOf(server, club);
  return { ...club, athletes: { Ada, Bo, Cy, Dee, Eve } };
}

/** A run of one or several so many days ago. */
export async function run(
  server: TestServer,
  who: string | readonly string[],
  days: number,
  distance_m = 8_000,
): Promise<void> {
  const start_time = new Date(server.clock.now().getTime() - days * DAY_MS);
  const runs = [who].flat().map((user_id) =>
    makeActivity(user_id, {
      source: 'upload',
      sport_type: 'run',
      workout_type: null,
      is_race: false,
      private: false,
      start_time,
      duration_s: 3_000,
      moving_time_s: 3_000,
      distance_m,
    }),
  );
  await insertActivities(server.deps.db, runs);
}

/** Two quiet weeks that began ten days ago. */
export async function givePlan(server: TestServer, club: TestOrganization, user_id: string): Promise<void> {
  await setVdot(server, user_id, 45);
  const start_date = addDays(server.clock.now().toISOString().slice(0, 10), -10);
  await saveQuietPlan(server, club, { start_date, weeks: 2, athlete_ids: [user_id] });
}

/** In which section everybody is, as the server has it. */
export async function sectionsOf(
  server: TestServer,
  { org_id, coach }: { readonly org_id: string; readonly coach: TestUser },
): Promise<Readonly<Record<string, string>>> {
  const path = `/api/v1/organizations/${org_id}/triage?state=all&limit=100`;
  const { status, body } = await server.request('GET', path, { token: coach.token });
  assert.equal(status, 200, JSON.stringify(body));
  const athletes: readonly Listed[] = body.data.athletes;
  return Object.fromEntries(athletes.map(({ user_id, section }) => [user_id, section]));
}
