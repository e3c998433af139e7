import { raceTime, VDOT_FRACTION, vdotFractionAtSpeed } from '../../src/training/vdot.ts';
import type { LapIntensity, RecordedSport } from './recording.ts';

/** One stretch of a session, ended by distance or by time, whichever is given. */
export type SessionStep = {
  intensity: LapIntensity;
  /** Share of the athlete's VDOT that the stretch costs: 0.7 is easy, 0.88 threshold, 1 about 10 minutes flat out. */
  effort: number;
  end: { distance_m: number } | { duration_s: number };
};

export type Session = {
  sport: RecordedSport;
  surface: 'road' | 'track' | 'trail' | 'treadmill' | 'pool' | 'gym';
  steps: SessionStep[];
  /** Whether the athlete presses the lap key at every step (a workout) or the watch counts kilometres. */
  lap_key: boolean;
  /** Whether red lights stop the athlete; a race course is closed to traffic. */
  stops_at_lights: boolean;
  pool_length_m?: number;
};

const EASY = (VDOT_FRACTION.easySlow + VDOT_FRACTION.easyFast) / 2;

/** A run at one easy effort; `effort` above or below the default makes it steady or a recovery run. */
export function steadyRun(
  distance_m: number,
  options: { effort?: number; trail?: boolean; treadmill?: boolean } = {},
): Session {
  const effort = options.effort ?? EASY;
  const warm_up_m = Math.min(1000, distance_m * 0.2);
  const [sport, surface] = options.trail
    ? (['trail_run', 'trail'] as const)
    : options.treadmill
      ? (['treadmill_run', 'treadmill'] as const)
      : (['run', 'road'] as const);
  return {
    sport,
    surface,
    lap_key: false,
    stops_at_lights: true,
    steps: [
      { intensity: 'warmup', effort: effort * 0.94, end: { distance_m: warm_up_m } },
      { intensity: 'active', effort, end: { distance_m: distance_m - warm_up_m } },
    ],
  };
}

/** Warm-up, `minutes` at threshold, cool-down. */
export function tempoRun(input: { warm_up_m: number; minutes: number; cool_down_m: number }): Session {
  return {
    sport: 'run',
    surface: 'road',
    lap_key: true,
    stops_at_lights: false,
    steps: [
      { intensity: 'warmup', effort: EASY, end: { distance_m: input.warm_up_m } },
      { intensity: 'active', effort: VDOT_FRACTION.threshold, end: { duration_s: input.minutes * 60 } },
      { intensity: 'cooldown', effort: EASY * 0.95, end: { distance_m: input.cool_down_m } },
    ],
  };
}

/** Repetitions with jogged recoveries: on the track by distance, on the road (fartlek, hills) by time. */
export function repetitions(input: {
  warm_up_m: number;
  times: number;
  work: SessionStep['end'];
  effort: number;
  recovery: SessionStep['end'];
  cool_down_m: number;
  surface: 'track' | 'road' | 'trail';
}): Session {
  const steps: SessionStep[] = [{ intensity: 'warmup', effort: EASY, end: { distance_m: input.warm_up_m } }];
  for (let time = 0; time < input.times; time++) {
    steps.push({ intensity: 'active', effort: input.effort, end: input.work });
    if (time < input.times - 1) steps.push({ intensity: 'rest', effort: 0.5, end: input.recovery });
  }
  steps.push({ intensity: 'cooldown', effort: EASY * 0.95, end: { distance_m: input.cool_down_m } });
  return {
    sport: input.surface === 'track' ? 'track_run' : 'run',
    surface: input.surface,
    lap_key: true,
    stops_at_lights: false,
    steps,
  };
}

/** Watches measure a race course long: nobody runs the shortest line, and GPS adds its noise. */
const MEASURED_LONG = 1.004;

/**
 * A race over an official distance at the effort that the VDOT allows: a cautious first fifth, an even middle, a hard
 * last tenth. `form` scales the VDOT of the day (1 is exactly the athlete's).
 */
export function race(input: { distance_m: number; vdot: number; form: number }): Session {
  const speed_mps = (input.distance_m * MEASURED_LONG) / raceTime(input.vdot * input.form, input.distance_m);
  const effort = vdotFractionAtSpeed(input.vdot, speed_mps);
  const measured_m = input.distance_m * MEASURED_LONG;
  return {
    sport: 'run',
    surface: 'road',
    lap_key: false,
    stops_at_lights: false,
    steps: [
      { intensity: 'active', effort: effort * 0.99, end: { distance_m: measured_m * 0.2 } },
      { intensity: 'active', effort, end: { distance_m: measured_m * 0.7 } },
      { intensity: 'active', effort: effort * 1.02, end: { distance_m: measured_m * 0.1 } },
    ],
  };
}

/** An endurance ride with one livelier stretch in the middle. */
export function enduranceRide(distance_m: number): Session {
  const part = (intensity: LapIntensity, effort: number, share: number): SessionStep => ({
    intensity,
    effort,
    end: { distance_m: distance_m * share },
  });
  return {
    sport: 'ride',
    surface: 'road',
    lap_key: false,
    stops_at_lights: true,
    steps: [
      part('warmup', 0.48, 0.15),
      part('active', 0.56, 0.4),
      part('active', 0.64, 0.25),
      part('cooldown', 0.5, 0.2),
    ],
  };
}

/** Swum in sets with rests at the wall; every distance is a whole number of pool lengths. */
export function poolSwim(input: {
  sets: number;
  set_m: number;
  rest_s: number;
  pool_length_m: number;
}): Session {
  const whole = (metres: number): number =>
    Math.max(1, Math.round(metres / input.pool_length_m)) * input.pool_length_m;
  const steps: SessionStep[] = [{ intensity: 'warmup', effort: 0.62, end: { distance_m: whole(200) } }];
  for (let set = 0; set < input.sets; set++) {
    steps.push({ intensity: 'rest', effort: 0, end: { duration_s: input.rest_s } });
    steps.push({ intensity: 'active', effort: 0.78, end: { distance_m: whole(input.set_m) } });
  }
  return {
    sport: 'pool_swim',
    surface: 'pool',
    lap_key: true,
    stops_at_lights: false,
    pool_length_m: input.pool_length_m,
    steps,
  };
}

/** Sets of exercises with rests: heart rate only, no distance. */
export function strengthSession(minutes: number): Session {
  const steps: SessionStep[] = [{ intensity: 'warmup', effort: 0.35, end: { duration_s: 300 } }];
  for (let elapsed = 300; elapsed < minutes * 60; elapsed += 135) {
    steps.push({ intensity: 'active', effort: 0.55, end: { duration_s: 45 } });
    steps.push({ intensity: 'rest', effort: 0.2, end: { duration_s: 90 } });
  }
  return { sport: 'strength_training', surface: 'gym', lap_key: false, stops_at_lights: false, steps };
}
