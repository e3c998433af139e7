import type { UserActor } from '../../src/http/actor.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { buildPlan, writeTrainingPrinciple } from '../../src/modules/planning/index.ts';
import { createWorkout, savePlan } from '../../src/modules/plans/index.ts';
import { addDays } from '../../src/shared/calendar.ts';
import { newId } from '../../src/shared/ids.ts';
import { USUAL_QUOTAS } from '../../src/shared/quotas.ts';
import { DAY_MS, HOUR_MS, mondayOf } from '../../src/shared/time.ts';
import { NO_CONSTRAINTS } from '../../src/training/planning/constraints.ts';
import type { PlanContent } from '../../src/training/planning/plan.ts';
import { evening } from './build-person.ts';
import { CLUB_TIME_ZONE, type DemoClub, endOfClub } from './club.ts';
import { fixed } from './enter-people.ts';
import { DEMO_PLANS, DEMO_WORKOUTS, type DemoPlan, HEAD_COACH_PRINCIPLE } from './plans.ts';
import type { PlayedDays } from './play-days.ts';

/** From when a plan is given until it begins, or to the end where it has not begun by then. */
const GIVEN_BEFORE_MS = 2 * DAY_MS;

type Library = Parameters<typeof buildPlan>[0]['library'];
type PlanDeps = { readonly db: Database; readonly days: Pick<PlayedDays, 'eventsAt'> };

/**
 * What the club trains by: workouts for its library, the head coach's principle, and plans by the rules, which athletes got some
 * weeks ago or just now, each with their own paces. What they have done since is what they do anyway: some of it fits.
 *
 * @returns how many athletes have a plan
 */
export async function enterPlans(
  { db, days }: PlanDeps,
  club: DemoClub,
  { org_id, head }: { org_id: string; head: UserActor },
  userIdOf: (key: string) => string,
): Promise<number> {
  const until = endOfClub(club.organization);
  const dated = DEMO_PLANS.map((plan) => ({ plan, ...datesOf(plan, until) }));
  const earliest = new Date(Math.min(...dated.map(({ given_at }) => given_at.getTime())));
  const planning = { db, clock: fixed(earliest), quotas: USUAL_QUOTAS };
  const input = { org_id, principle: HEAD_COACH_PRINCIPLE, level: 'coach' } as const;
  await writeTrainingPrinciple(planning, head, input);
  const library = await enterLibrary(planning, org_id, userIdOf);
  let given = 0;
  for (const { plan, start_date, given_at } of dated) {
    const saving = { db, clock: fixed(given_at), events: days.eventsAt(given_at), quotas: USUAL_QUOTAS };
    const { assigned, skipped } = await savePlan(saving, coachOf(plan, userIdOf), {
      org_id,
      title: plan.title,
      description: plan.description,
      start_date,
      weeks: plan.weeks,
      engine: 'rules',
      experience_level: plan.experience_level,
      goal: goalOf(plan, start_date),
      language: 'en',
      ...contentOf(plan, start_date, library),
      athlete_ids: club.athletes
        .filter((athlete) => athlete.member.left_at === null && plan.isFor(athlete))
        .map(({ key }) => userIdOf(key)),
    });
    for (const { user_id, reason } of skipped)
      throw new Error(`${user_id} cannot have ${plan.title}: ${reason}.`);
    given += assigned.length;
  }
  return given;
}

/** A plan that has begun was given over the weekend before; one that has not, the other day. */
function datesOf({ begins_in_weeks }: DemoPlan, until: Date): { start_date: string; given_at: Date } {
  const monday = mondayOf(until, CLUB_TIME_ZONE).begins;
  // At noon, whatever clocks have changed in between.
  const begun_ms = monday.getTime() + begins_in_weeks * 7 * DAY_MS + 12 * HOUR_MS;
  const before = new Date(Math.min(begun_ms, until.getTime()) - GIVEN_BEFORE_MS);
  const given_at = begun_ms < until.getTime() ? before : evening(before);
  return { start_date: mondayOf(new Date(begun_ms), CLUB_TIME_ZONE).day, given_at };
}

const coachOf = (
  { coach_key }: { readonly coach_key: string },
  userIdOf: (key: string) => string,
): UserActor => ({ type: 'user', user_id: userIdOf(coach_key), roles: ['user', 'coach'] });

async function enterLibrary(
  deps: Parameters<typeof createWorkout>[0],
  org_id: string,
  userIdOf: (key: string) => string,
): Promise<Library> {
  const library: Library[number][] = [];
  for (const { coach_key, ...workout } of DEMO_WORKOUTS) {
    const coach = coachOf({ coach_key }, userIdOf);
    library.push(await createWorkout(deps, coach, { org_id, ...workout }));
  }
  return library;
}

function goalOf({ event, weeks }: DemoPlan, start_date: string) {
  return { event, race_date: addDays(start_date, weeks * 7 - 1), target_time_s: null };
}

/** As an editor would save it. */
function contentOf(plan: DemoPlan, start_date: string, library: Library) {
  const { weeks, workout_days, experience_level, history } = plan;
  const { workouts, weekly_info }: PlanContent = buildPlan(
    {
      weeks,
      start_date,
      goal: goalOf(plan, start_date),
      workout_days,
      runner: { paces: null, heart_rates: null, experience_level },
      history,
      language: 'en',
      persona: 'rex',
      unit_system: 'metric',
      instructions: null,
      constraints: NO_CONSTRAINTS,
      training_principle: HEAD_COACH_PRINCIPLE,
      extra_guidance: null,
      paces_from: 'level',
      read: { sources: [], not_acted_on: [] },
      content_sourcing: 'prefer_existing',
      library,
      draft: null,
      seed: 1,
    },
    newId,
  );
  return { content: workouts, weekly_info };
}
