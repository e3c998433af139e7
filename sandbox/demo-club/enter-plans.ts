import type { UserActor } from '../../src/http/actor.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { buildPlan, createWorkout, savePlan, writeTrainingPrinciple } from '../../src/modules/plans/index.ts';
import { addDays } from '../../src/shared/calendar.ts';
import { newId } from '../../src/shared/ids.ts';
import { DAY_MS, HOUR_MS, mondayOf } from '../../src/shared/time.ts';
import type { PlanContent } from '../../src/training/planning/plan.ts';
import { NO_WISHES } from '../../src/training/planning/wishes.ts';
import { type DemoClub, endOfClub } from './club.ts';
import { fixed } from './enter-people.ts';
import { DEMO_PLANS, DEMO_WORKOUTS, type DemoPlan, HEAD_COACH_PRINCIPLE } from './plans.ts';

const TIME_ZONE = 'Europe/London';
/** Weeks of the plans that are over: some of them lie behind the injury of who is injured now. */
const WEEKS_BEGUN = 5;

type Library = Parameters<typeof buildPlan>[0]['library'];

/**
 * What the club trains by: workouts for its library, the head coach's principle, and plans by the rules, which athletes got some
 * weeks ago, each with their own paces. What they have done since is what they do anyway: some of it fits.
 *
 * @returns how many athletes have a plan
 */
export async function enterPlans(
  { db }: { db: Database },
  club: DemoClub,
  { org_id, head }: { org_id: string; head: UserActor },
  userIdOf: (key: string) => string,
): Promise<number> {
  const monday = mondayOf(endOfClub(club.organization), TIME_ZONE).begins;
  const begun = new Date(monday.getTime() - WEEKS_BEGUN * 7 * DAY_MS + 12 * HOUR_MS);
  const start_date = mondayOf(begun, TIME_ZONE).day;
  // Over the weekend before.
  const planning = { db, clock: fixed(new Date(begun.getTime() - 2 * DAY_MS)) };
  const input = { org_id, principle: HEAD_COACH_PRINCIPLE, level: 'coach' } as const;
  await writeTrainingPrinciple(planning, head, input);
  const library = await enterLibrary(planning, org_id, userIdOf);
  let given = 0;
  for (const plan of DEMO_PLANS) {
    const { assigned, skipped } = await savePlan(planning, head, {
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
      group_ids: undefined,
    });
    for (const { user_id, reason } of skipped)
      throw new Error(`${user_id} cannot have ${plan.title}: ${reason}.`);
    given += assigned.length;
  }
  return given;
}

async function enterLibrary(
  deps: Parameters<typeof createWorkout>[0],
  org_id: string,
  userIdOf: (key: string) => string,
): Promise<Library> {
  const library: Library[number][] = [];
  for (const { coach_key, ...workout } of DEMO_WORKOUTS) {
    const coach: UserActor = { type: 'user', user_id: userIdOf(coach_key), roles: ['user', 'coach'] };
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
      wishes: NO_WISHES,
      training_principle: HEAD_COACH_PRINCIPLE,
      extra_guidance: null,
      content_sourcing: 'prefer_existing',
      library,
      draft: null,
      seed: 1,
    },
    newId,
  );
  return { content: workouts, weekly_info };
}
