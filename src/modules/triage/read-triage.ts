import type { Static } from 'typebox';
import type { UserActor } from '../../http/actor.ts';
import { SNAPSHOT } from '../../infra/db/database.ts';
import { addDays } from '../../shared/calendar.ts';
import { cursorOf, positionOf } from '../../shared/page-cursor.ts';
import { mondayOf } from '../../shared/time.ts';
import { matchWorkouts } from '../../training/planning/compliance.ts';
import { mayReadTraining } from '../activities/index.ts';
import { loadStanding, memberName, requireAllowed } from '../organizations/index.ts';
import type { TriageAthlete, TriageList } from './contract.ts';
import {
  countEntries,
  type EntryState,
  findEntries,
  findMarks,
  type Mark,
  type TriagePlace,
  type TriageRow,
} from './entry-queries.ts';
import { type AthleteFacts, findFacts } from './facts-queries.ts';
import { RULE_VERSION } from './limits.ts';
import { FIRST_PLACES, LAST_PLACE, type ReasonCode } from './reasons.ts';
import { findBasis, renewEntries, type TriageDeps } from './renew-entries.ts';

/** A coach waits for so many at the most; the others come as soon as the job has looked at them. */
const RENEWED_FIRST = 200;

export type TriageAsked = {
  readonly org_id: string;
  readonly state: EntryState;
  readonly group_id: string | undefined;
  readonly coach_id: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
};

/** @throws notFound or forbidden for who is no coach of the organization */
export async function requireTriageReader(
  { db }: Pick<TriageDeps, 'db'>,
  actor: UserActor,
  org_id: string,
): Promise<string> {
  const standing = await loadStanding(db, org_id, actor);
  requireAllowed(
    mayReadTraining(standing),
    'Only coaches of the organization may read and decide who to look at.',
  );
  return standing.organization.org_id;
}

/**
 * Who of an organization's athletes to look at, and why. What has changed is looked at first, so that nothing is told that is not so any
 * more; whoever is still to be looked at is left out and counted.
 *
 * @throws notFound; forbidden; validationError for a cursor that no page has ended with
 */
export async function readTriage(
  deps: TriageDeps,
  actor: UserActor,
  asked: TriageAsked,
): Promise<Static<typeof TriageList>['data']> {
  const org_id = await requireTriageReader(deps, actor, asked.org_id);
  const after = asked.cursor === undefined ? null : placeAfter(asked.cursor);
  await renewEntries(deps, org_id, { most: RENEWED_FIRST });
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const { basis } = await findBasis(tx, org_id, deps.sourcePolicies);
    const of = { org_id, basis, now };
    const found = await findEntries(
      tx,
      { ...of, state: asked.state, group_id: asked.group_id, coach_id: asked.coach_id },
      {
        after,
        limit: asked.limit + 1,
      },
    );
    const { pending, ...counts } = await countEntries(tx, of);
    const rows = found.slice(0, asked.limit);
    const last = found.length > asked.limit ? rows.at(-1) : undefined;
    const user_ids = rows.map(({ user_id }) => user_id);
    const facts = await findFacts(tx, { org_id, user_ids, now }, deps.sourcePolicies);
    const factsOf = new Map(facts.map((one) => [one.user_id, one]));
    const marks = await findMarks(tx, { org_id, user_ids });
    return {
      athletes: rows.flatMap((row) => {
        const of = factsOf.get(row.user_id);
        return of === undefined ? [] : [presentAthlete(row, of, marks.get(row.user_id) ?? null, asked.state)];
      }),
      counts,
      pending_athletes: pending,
      next_cursor: last === undefined ? null : cursorOf({ at: new Date(last.place), id: last.user_id }),
    };
  }, SNAPSHOT);
}

/** A page's last place and athlete, kept as the time and the id of a cursor; after a cursor of another list there is nothing. */
function placeAfter(cursor: string): TriagePlace {
  const { at, id } = positionOf(cursor);
  return { place: Math.min(at.getTime(), LAST_PLACE), user_id: id };
}

function presentAthlete(
  row: TriageRow,
  facts: AthleteFacts,
  mark: Mark | null,
  state: EntryState,
): TriageAthlete {
  return {
    user_id: row.user_id,
    display_name: memberName(row),
    section: row.reasons.length === 0 ? null : row.place < FIRST_PLACES ? 'first' : 'then',
    reasons: row.reasons.map(({ code, evidence, since }) => ({
      code,
      since,
      rule_version: RULE_VERSION,
      evidence,
    })),
    // One that new evidence has ended says nothing of it.
    mark: mark === null || mark.state !== state ? null : presentMark(mark),
    week: weekOf(facts),
    renewed_at: row.renewed_at.toISOString(),
    privacy_filtered: notLookedFor(facts),
  };
}

export function presentMark({ state, note, until, marked_by, marked_at }: Mark) {
  return {
    state,
    note,
    until: until === null ? null : until.toISOString(),
    marked_by,
    marked_at: marked_at.toISOString(),
  };
}

function weekOf(facts: AthleteFacts): TriageAthlete['week'] {
  const { planned, done, today, time_zone, now, sees, sees_races, sees_sums } = facts;
  const { day: monday } = mondayOf(now, time_zone);
  const matches = matchWorkouts(planned, done, today);
  const workouts = planned.map((workout, index) => {
    const status = matches[index]?.status ?? 'upcoming';
    const isBlind = sees === 'nothing' || (workout.workout_type === 'race' && !sees_races);
    const isUnknown = workout.date <= today && (isBlind || (status === 'missed' && sees !== 'everything'));
    return { ...workout, status: isUnknown ? ('unknown' as const) : status };
  });
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  return {
    week_start: monday,
    days: days.map((date) => ({
      date,
      planned: workouts
        .filter((one) => one.date === date)
        .map(({ workout_type, title, distance_m, status }) => ({
          workout_type,
          title,
          ...(sees_sums ? { distance_m } : {}),
          status,
        })),
      done: done
        .filter((one) => one.date === date)
        .map(({ id, sport_type, distance_m, duration_s }) => ({
          activity_id: id,
          sport_type,
          distance_m,
          duration_s,
        })),
    })),
  };
}

/** Reasons that rest on what the athlete does not share: by their settings alone, whatever there is. */
function notLookedFor({ shares_nothing, sees_sums, hides }: AthleteFacts): string[] {
  const codes: ReasonCode[] = [
    ...(shares_nothing ? (['key_session_missed', 'long_run_jump', 'load_rising', 'silent'] as const) : []),
    ...(shares_nothing || !sees_sums ? (['volume_above_plan', 'volume_below_plan'] as const) : []),
    ...hides,
  ];
  return [...new Set(codes)].map((code) => `reasons.${code}`).sort();
}
