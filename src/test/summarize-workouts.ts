import assert from 'node:assert/strict';
import { sql } from '../infra/db/sql.ts';
import { type IncomingReport, storeReports } from '../modules/activities/index.ts';
import { findRaceDays } from '../modules/calendars/index.ts';
import {
  type SummarizeDeps,
  summarizeActivities,
} from '../modules/summaries/activity/summarize-activities.ts';
import { WRITES_BY_RULES } from '../modules/summaries/model/create-writer.ts';
import { findUser } from '../modules/users/index.ts';
import type { TestUser } from './factories.ts';
import type { TestServer } from './harness.ts';

/** As platforms do. @returns the activity of each */
export async function tellWorkouts(
  { deps }: TestServer,
  { user_id }: TestUser,
  ...reports: readonly IncomingReport[]
): Promise<string[]> {
  const user = await findUser(deps.db, user_id);
  assert.ok(user);
  const { sourcePolicies: policies, events } = deps;
  const given = { user, reports, policies, now: deps.clock.now(), events };
  const { activity_ids } = await deps.db.transaction((tx) => storeReports(tx, given));
  return activity_ids.map((id) => id ?? assert.fail('the workout was deleted'));
}

/** Does at once what the job does some seconds later. */
export async function summarizeNow(
  server: TestServer,
  person: TestUser,
  instead: Partial<SummarizeDeps> = {},
): Promise<void> {
  await letMinutesPass(server, person);
  await summarizeDue(server, person, instead);
}

/** What came just now, or changed, has done so some minutes ago; what was written then, too. */
export async function letMinutesPass({ deps }: TestServer, { user_id }: TestUser): Promise<void> {
  await deps.db.execute(sql`
    UPDATE activities SET created_at = created_at - interval '3 minutes', updated_at = updated_at - interval '3 minutes'
    WHERE user_id = ${user_id}`);
  await deps.db.execute(sql`
    UPDATE activity_summaries SET created_at = created_at - interval '3 minutes' WHERE user_id = ${user_id}`);
}

/** What the job does now, with what is old enough. */
export async function summarizeDue(
  { deps }: TestServer,
  { user_id }: TestUser,
  instead: Partial<SummarizeDeps> = {},
): Promise<void> {
  const rules = { ...deps, llm: undefined, writer: WRITES_BY_RULES, findRaceDays };
  await summarizeActivities({ ...rules, ...instead }, { user_id }, new AbortController().signal);
}
