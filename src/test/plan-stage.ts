import assert from 'node:assert/strict';
import { sql } from '../infra/db/sql.ts';
import { createOrganization, signUp, type TestOrganization } from './factories.ts';
import type { TestResponse, TestServer } from './harness.ts';
import { type ReadEvent, readEvents } from './read-events.ts';
import { seedAthlete } from './seed-athletes.ts';

/** A coach who makes plans for a club. */
export type PlanStage = {
  readonly club: TestOrganization;
  /** As the coach, about the club, unless the body says otherwise. */
  ask(path: string, body: object, token?: string): Promise<TestResponse>;
  /** The same of a stream, whose events are those of a whole one. */
  stream(path: string, body: object): Promise<ReadEvent[]>;
};

/** What a request says that says no more than it must, of a plan of three weeks from a Monday. */
export const THREE_WEEKS = {
  weeks: 3,
  experience_level: 'intermediate',
  start_date: '2026-09-07',
  workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
} as const;

export async function planStage(
  server: TestServer,
  preferences: Readonly<Record<string, unknown>> = {},
): Promise<PlanStage> {
  const coach = await signUp(server, { membership_role: 'coach', preferences });
  const club = await createOrganization(server, { coach });
  const ask = (path: string, body: object, token = coach.token): Promise<TestResponse> =>
    server.request('POST', `/api/v1/plans${path}`, { token, body: { org_id: club.org_id, ...body } });
  return {
    club,
    ask,
    stream: async (path, body) => {
      const answer = await ask(path, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.headers.get('content-type'), 'text/event-stream');
      return await readEvents(answer.body);
    },
  };
}

/** An athlete of the club with paces and heart rates, at VDOT 50 and 190 beats at the most, who shares all but what is `off`. */
export async function athleteOf(
  server: TestServer,
  { org_id }: TestOrganization,
  options: {
    off?: readonly string[];
    next_race?: object;
    workout_days?: readonly string[];
  } = {},
): Promise<string> {
  const { off = [], next_race, workout_days = [] } = options;
  const privacy = Object.fromEntries(off.map((name) => [name, false]));
  const { user_id } = await seedAthlete(server, org_id, { privacy });
  const zones = {
    vdot: { method: 'value', value: 50, paces: {} },
    heartrate: {
      method: 'percent_max',
      max_bpm: 190,
      zones: [95, 114, 133, 152, 171].map((min_bpm, place) => ({
        zone: place + 1,
        min_bpm,
        max_bpm: min_bpm + 18,
      })),
    },
  };
  await server.deps.db.execute(sql`
    UPDATE users SET zones = ${JSON.stringify(zones)}, next_race = ${next_race === undefined ? null : JSON.stringify(next_race)},
      preferences = preferences || ${JSON.stringify({ workout_days })}::jsonb
    WHERE user_id = ${user_id}`);
  return user_id;
}
