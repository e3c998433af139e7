/** Plans as coaches save and give them, over HTTP. */
import assert from 'node:assert/strict';
import { sql } from '../infra/db/sql.ts';
import type { WorkoutInput } from '../modules/plans/saved/content-contract.ts';
import { pacesOfVdot } from '../modules/users/zones.ts';
import { addDays } from '../shared/calendar.ts';
import type { TestOrganization } from './factories.ts';
import type { TestResponse, TestServer } from './harness.ts';

/** Three runs a week: easy by time, intervals at threshold by distance, a longer easy one. Every rule of training lets it pass. */
export function quietContent(start_date: string, weeks = 1): WorkoutInput[] {
  const easy = (date: string, minutes: number, workout_type: WorkoutInput['workout_type']): WorkoutInput => ({
    date,
    phase: 'base',
    workout_type,
    title: `${minutes} min easy`,
    segments: [{ kind: 'work', duration_s: minutes * 60, target: { zone: 'easy' } }],
  });
  return Array.from({ length: weeks }, (_, week) => addDays(start_date, week * 7)).flatMap((first) => [
    easy(addDays(first, 0), 50, 'easy-run'),
    {
      date: addDays(first, 2),
      phase: 'base',
      workout_type: 'intervals',
      title: '3 × 800 m',
      segments: [
        { kind: 'warmup', duration_s: 900, target: { zone: 'easy' } },
        {
          kind: 'repeat',
          repeat: {
            times: 3,
            segments: [
              { kind: 'work', distance_m: 800, target: { zone: 'threshold' } },
              { kind: 'recovery', duration_s: 90 },
            ],
          },
        },
        { kind: 'cooldown', duration_s: 900, target: { zone: 'easy' } },
      ],
    },
    easy(addDays(first, 5), 60, 'long-run'),
  ]);
}

/** Saves a plan of quiet weeks by its organization's head coach, who gives it to athletes. */
export async function saveQuietPlan(
  server: TestServer,
  { org_id, coach }: TestOrganization,
  fields: { start_date: string; weeks?: number } & Record<string, unknown>,
): Promise<TestResponse> {
  const { start_date, weeks = 1, ...others } = fields;
  const content = quietContent(start_date, weeks);
  const body = { title: 'Quiet weeks', start_date, weeks, content, engine: 'rules', ...others };
  const answer = await server.request('POST', `/api/v1/organizations/${org_id}/plans`, {
    token: coach.token,
    body,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer;
}

/** Lets an athlete have a VDOT, from which their paces follow. */
export async function setVdot(server: TestServer, user_id: string, value: number): Promise<void> {
  const zones = JSON.stringify({ vdot: { method: 'value', value, paces: pacesOfVdot(value) } });
  await server.deps.db.execute(sql`UPDATE users SET zones = ${zones} WHERE user_id = ${user_id}`);
}
