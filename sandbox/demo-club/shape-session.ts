import { VDOT_FRACTION } from '../../src/training/vdot.ts';
import type { WorkoutType } from '../../src/training/workout-types.ts';
import {
  enduranceRide,
  poolSwim,
  race,
  repetitions,
  type Session,
  steadyRun,
  strengthSession,
  tempoRun,
} from '../recordings/plan-session.ts';
import type { SeededRandom } from '../recordings/seeded-random.ts';
import names from './data/session-names.json' with { type: 'json' };
import type { Language } from './people.ts';
import type { PlannedSession } from './plan-season.ts';

/** What repetitions and tempo runs came to once they were fitted to the day. */
type SessionDetail = { times: number; work: string };
type ShapedSession = { session: Session; workout_type: WorkoutType; detail: SessionDetail };

const NO_DETAIL: SessionDetail = { times: 0, work: '' };

/** Turns a planned day into steps for the simulation: how many repetitions fit, how long the tempo is. */
export function shapeSession(
  planned: PlannedSession,
  runner: { vdot: number; easy_effort: number },
  random: SeededRandom,
): ShapedSession {
  switch (planned.kind) {
    case 'easy':
    case 'recovery':
    case 'long': {
      const effort = runner.easy_effort - (planned.kind === 'recovery' ? 0.04 : 0);
      const { treadmill, trail } = planned;
      return {
        session: steadyRun(planned.distance_m, { effort, treadmill, trail }),
        workout_type: `${planned.kind}-run`,
        detail: NO_DETAIL,
      };
    }
    case 'track':
      return trackSession(planned.distance_m, random);
    case 'fartlek':
    case 'hills':
      return timedRepetitions(planned, random);
    case 'tempo': {
      const minutes = Math.min(40, 5 * Math.max(3, Math.round(planned.distance_m / 2500)));
      const easy_m = Math.max(1500, planned.distance_m * 0.25);
      return {
        session: tempoRun({ warm_up_m: easy_m, minutes, cool_down_m: easy_m * 0.8 }),
        workout_type: 'tempo',
        detail: { times: 1, work: `${minutes} min` },
      };
    }
    case 'race': {
      const { distance_m } = planned.race;
      // Nobody is exactly as fit as the curve says; over the marathon the legs are rarely as good as the lungs.
      const form = (1 + 0.01 * random.normal()) * (distance_m > 30_000 ? 0.975 : 1);
      return {
        session: race({ distance_m, vdot: runner.vdot, form }),
        workout_type: 'race',
        detail: NO_DETAIL,
      };
    }
    case 'ride':
      return {
        session: enduranceRide(planned.distance_m),
        workout_type: 'cross-training',
        detail: NO_DETAIL,
      };
    case 'swim': {
      const set_m = random.pick([100, 150, 200] as const);
      const session = poolSwim({ sets: planned.sets, set_m, rest_s: 25, pool_length_m: 25 });
      return { session, workout_type: 'cross-training', detail: NO_DETAIL };
    }
    case 'strength':
      return { session: strengthSession(planned.minutes), workout_type: 'strength', detail: NO_DETAIL };
  }
}

function trackSession(distance_m: number, random: SeededRandom): ShapedSession {
  const work_m = random.pick([400, 600, 800, 1000, 1200] as const);
  const recovery_m = work_m <= 400 ? 200 : 400;
  const times = Math.min(
    work_m <= 400 ? 12 : 8,
    Math.max(3, Math.round((distance_m * 0.6) / (work_m + recovery_m))),
  );
  const left_m = Math.max(2400, distance_m - times * (work_m + recovery_m));
  return {
    session: repetitions({
      warm_up_m: left_m * 0.6,
      times,
      work: { distance_m: work_m },
      effort: work_m <= 400 ? 1.02 : VDOT_FRACTION.interval,
      recovery: { distance_m: recovery_m },
      cool_down_m: left_m * 0.4,
      surface: 'track',
    }),
    workout_type: 'intervals',
    detail: { times, work: `${work_m} m` },
  };
}

function timedRepetitions(
  planned: { kind: 'fartlek' | 'hills'; distance_m: number },
  random: SeededRandom,
): ShapedSession {
  const hills = planned.kind === 'hills';
  const seconds = hills ? random.pick([45, 60, 75] as const) : random.pick([60, 120, 180] as const);
  const times = hills ? random.integer(6, 10) : Math.max(5, Math.round(900 / seconds));
  // At about 4 m/s, recoveries at half of it.
  const hard_m = times * seconds * 6;
  const left_m = Math.max(2500, planned.distance_m - hard_m);
  return {
    session: repetitions({
      warm_up_m: left_m * 0.6,
      times,
      work: { duration_s: seconds },
      effort: hills ? VDOT_FRACTION.interval : 0.94,
      recovery: { duration_s: hills ? 90 : seconds },
      cool_down_m: left_m * 0.4,
      surface: 'road',
    }),
    workout_type: planned.kind,
    detail: { times, work: seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s` },
  };
}

/** A title as the athlete would type it, in their language. */
export function nameSession(
  session: PlannedSession,
  { times, work }: SessionDetail,
  { language, hour, random }: { language: Language; hour: number; random: SeededRandom },
): string {
  if (session.kind === 'race') return session.race.name;
  const chosen = random.pick(names[language][namesOf(session, hour)]);
  const km = session.kind === 'long' ? Math.round(session.distance_m / 1000) : '';
  return chosen.replace('{km}', `${km}`).replace('{times}', `${times}`).replace('{work}', work);
}

function namesOf(session: Exclude<PlannedSession, { kind: 'race' }>, hour: number): keyof typeof names.en {
  if (session.kind !== 'easy' && session.kind !== 'recovery') return session.kind;
  if (session.treadmill) return 'treadmill';
  if (session.kind === 'recovery') return 'recovery';
  if (session.trail) return 'trail';
  return hour < 11 ? 'easy_early' : 'easy';
}
