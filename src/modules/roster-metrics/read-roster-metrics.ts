import type { Static } from 'typebox';
import type { Actor } from '../../http/actor.ts';
import { type Database, SNAPSHOT } from '../../infra/db/database.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { onceEach } from '../../shared/once-each.ts';
import type { Clock } from '../../shared/time.ts';
import { mayReadTraining } from '../activities/index.ts';
import { loadOrganizationAccess, requireAllowed } from '../organizations/index.ts';
import type { AthleteMetrics } from './contract.ts';
import { presentMetrics } from './present.ts';
import { findAthletesOfPage, findMetrics, type RosterQuestion } from './queries.ts';
import { rosterCursorOf, rosterPlaceOf } from './roster-cursor.ts';
import { sightOf, viewOf, type Week, weekOf } from './views.ts';

export type MetricsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

export type RosterPage = RosterQuestion & { readonly cursor: string | undefined; readonly limit: number };

/**
 * A page of the athletes with their metrics, as coaches may see them.
 *
 * The ceiling decides once for each privacy settings that there are on the page, and the statement that reads what they did gets what it
 * decided; both are of one snapshot.
 *
 * @throws AppError for who is no coach, and for a cursor that no page of the same question has ended with
 */
export async function readRosterMetrics(
  { db, clock, sourcePolicies }: MetricsDeps,
  actor: Actor,
  { cursor, limit, ...question }: RosterPage,
): Promise<{ athletes: Static<typeof AthleteMetrics>[]; next_cursor: string | null }> {
  requireAllowed(
    mayReadTraining(await loadOrganizationAccess(db, question.org_id, actor)),
    'Only coaches of the organization may read how its athletes are doing.',
  );
  const after = cursor === undefined ? null : rosterPlaceOf(question, cursor);
  const now = clock.now();
  return await db.transaction(async (tx) => {
    const page = { ...question, after, limit: limit + 1 };
    const found = await findAthletesOfPage(tx, page, { sight: sightOf(sourcePolicies), now });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    const viewFor = onceEach((privacy: unknown) => viewOf(privacy, sourcePolicies), JSON.stringify);
    const weekIn = onceEach((time_zone: string): Week => weekOf(time_zone, now), String);
    const athletes = rows.map((row) => ({
      row,
      user_id: row.user_id,
      view: viewFor(row.privacy),
      week: weekIn(row.time_zone),
    }));
    const metrics = await findMetrics(tx, athletes, now);
    return {
      athletes: athletes.map(({ row, view, week }) =>
        presentMetrics({ athlete: row, metrics: metrics.get(row.user_id) ?? null }, { view, week, now }),
      ),
      next_cursor: last === undefined ? null : rosterCursorOf(question, last),
    };
  }, SNAPSHOT);
}
