import { collectSamples } from './collect-samples.ts';
import { layLoop, layTrack, type Place } from './lay-route.ts';
import { followHeartRate, type Runner, steadyHeartRate } from './model-body.ts';
import { move, standing, steadySpeed } from './move-athlete.ts';
import { type Course, placeCourse } from './place-course.ts';
import type { Session, SessionStep } from './plan-session.ts';
import type { Terrain } from './raise-terrain.ts';
import type { LapIntensity, Recording, RecordingDevice, RecordingLap } from './recording.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export type Simulation = {
  /** The same input gives the same recording; another seed another day. */
  seed: string;
  name: string;
  session: Session;
  runner: Runner;
  start: Date;
  /** IANA name, carried into the recording. */
  timezone: string;
  home: Place;
  terrain: Terrain;
  device: RecordingDevice;
  /** Runs from one home with the same route number follow the same loop, stretched to their length. */
  route: number;
  /** Whole seconds between samples: 1 as from a watch; a coarser one has the same course of events in fewer samples. */
  resolution_s: number;
};

/** Beyond a day a session is a mistake in its steps, not training. */
const LONGEST_S = 86_400;

type Progress = ReturnType<typeof setOut>;

/**
 * Records a session second by second: speed from the VDOT of the day and the slope, heart rate with lag and drift,
 * cadence, power where there is a sensor, and the way over the ground. Pure: the input decides everything.
 *
 * @throws RangeError when the session has no step or does not end within a day, or the resolution is no whole second
 */
export function simulateActivity(input: Simulation): Recording {
  const { session } = input;
  if (!Number.isInteger(input.resolution_s) || input.resolution_s < 1) {
    throw new RangeError(`resolution_s must be a whole number above 0, but is ${input.resolution_s}.`);
  }
  if (session.steps.length === 0) throw new RangeError('session.steps must hold at least one step.');

  const progress = setOut(input);
  progress.collector.add(0, 0, progress.motion);
  for (const step of session.steps) record(progress, step);
  return finish(progress);
}

function setOut(input: Simulation) {
  const { session, runner } = input;
  const random = seededRandom(`recording/${input.seed}`);
  const course = chooseCourse(input);
  const moves = session.sport !== 'strength_training';
  const power = session.sport === 'ride' || (session.sport !== 'pool_swim' && moves && runner.running_power);
  return {
    input,
    course,
    random,
    motion: standing(runner),
    collector: collectSamples({
      columns: { distance: moves, cadence: moves, power },
      course,
      max_heart_rate_bpm: runner.max_heart_rate_bpm,
      random: random.fork('sensors'),
    }),
    elapsed_s: 0,
    paused_s: 0,
    distance_m: 0,
    /** The sum of the planned distances so far, so that a step's overshoot does not lengthen the session. */
    planned_m: 0,
    next_light_m: nextLight(session, 0, random),
    next_auto_lap_m: autoLap(session),
    work_j: 0,
    effort_s: 0,
    pauses: [] as Recording['pauses'],
    laps: [] as RecordingLap[],
  };
}

function record(progress: Progress, step: SessionStep): void {
  const { session, runner } = progress.input;
  const meant_mps = steadySpeed(session.sport, runner, step.effort);
  if ('distance_m' in step.end) {
    progress.planned_m += step.end.distance_m;
    while (progress.distance_m < progress.planned_m) tick(progress, step, meant_mps);
  } else {
    const end_s = progress.elapsed_s - progress.paused_s + step.end.duration_s;
    while (progress.elapsed_s - progress.paused_s < end_s) tick(progress, step, meant_mps);
    progress.planned_m = progress.distance_m;
  }
  if (session.lap_key) closeLap(progress, progress.elapsed_s, step.intensity);
}

function tick(progress: Progress, step: SessionStep, meant_mps: number): void {
  const { motion, input, course } = progress;
  if (progress.distance_m >= progress.next_light_m) waitAtLight(progress);
  move(motion, {
    sport: input.session.sport,
    runner: input.runner,
    effort: step.effort,
    meant_mps,
    grade: course === null ? 0 : course.grade(progress.distance_m),
    minutes: progress.elapsed_s / 60,
    random: progress.random,
  });
  progress.elapsed_s++;
  if (progress.elapsed_s > LONGEST_S) throw new RangeError('The session does not end within a day.');
  const before_m = progress.distance_m;
  progress.distance_m += motion.speed_mps;
  // A pool's wall is where it is; on land the athlete notices a metre late.
  if (input.session.surface === 'pool')
    progress.distance_m = Math.min(progress.distance_m, progress.planned_m);
  progress.work_j += motion.power_w;
  progress.effort_s += step.effort;
  if (progress.distance_m >= progress.next_auto_lap_m) {
    const part = (progress.next_auto_lap_m - before_m) / motion.speed_mps;
    closeLap(progress, Math.round((progress.elapsed_s - 1 + part) * 1000) / 1000, 'active');
    progress.next_auto_lap_m += autoLap(input.session);
  }
  if (progress.elapsed_s % input.resolution_s === 0) sample(progress);
}

function sample(progress: Progress): void {
  progress.collector.add(progress.elapsed_s, progress.distance_m, progress.motion);
}

/** The watch stops by itself: nothing is recorded until the athlete moves on. */
function waitAtLight(progress: Progress): void {
  const { input, motion, random } = progress;
  const wait_s = random.integer(6, 48);
  if (progress.elapsed_s % input.resolution_s !== 0) sample(progress);
  progress.pauses.push({ start_s: progress.elapsed_s, end_s: progress.elapsed_s + wait_s });
  progress.elapsed_s += wait_s;
  progress.paused_s += wait_s;
  motion.speed_mps = 0;
  motion.cadence_per_min = 0;
  motion.power_w = 0;
  motion.heart_rate_bpm = followHeartRate(motion.heart_rate_bpm, steadyHeartRate(input.runner, 0.3), wait_s);
  sample(progress);
  progress.next_light_m = nextLight(input.session, progress.distance_m, random);
}

/** Lights stand on roads, one in 4 km on average, and are not waited for in a workout or a race. */
function nextLight(session: Session, distance_m: number, random: SeededRandom): number {
  if (session.surface !== 'road' || session.lap_key || !session.stops_at_lights)
    return Number.POSITIVE_INFINITY;
  return distance_m + 300 - 3700 * Math.log(1 - random.next());
}

function autoLap(session: Session): number {
  if (session.lap_key || session.sport === 'strength_training') return Number.POSITIVE_INFINITY;
  return session.sport === 'ride' ? 5000 : 1000;
}

function closeLap(progress: Progress, end_s: number, intensity: LapIntensity): void {
  const start_s = progress.laps.at(-1)?.end_s ?? 0;
  if (end_s > start_s) progress.laps.push({ start_s, end_s, intensity });
}

function finish(progress: Progress): Recording {
  const { input, laps } = progress;
  const { time_s } = progress.collector.samples;
  if (time_s.at(-1) !== progress.elapsed_s) sample(progress);
  const last = laps.at(-1);
  // An automatic lap that closed in the last second is the end, not the start of a lap of a metre.
  if (last !== undefined && progress.elapsed_s - last.end_s < 1) last.end_s = progress.elapsed_s;
  else closeLap(progress, progress.elapsed_s, 'active');
  return {
    name: input.name,
    sport: input.session.sport,
    start: input.start,
    timezone: input.timezone,
    device: input.device,
    duration_s: progress.elapsed_s,
    pauses: progress.pauses,
    samples: progress.collector.samples,
    laps,
    calories_kcal: Math.round(energy(progress)),
    resolution_s: input.resolution_s,
    pool_length_m: input.session.surface === 'pool' ? (input.session.pool_length_m ?? null) : null,
  };
}

/** Running costs about 1 kcal for a kilogram and a kilometre; riding its work at 24 % efficiency; the rest by effort. */
function energy(progress: Progress): number {
  const { session, runner } = progress.input;
  if (session.sport === 'ride') return progress.work_j / 4184 / 0.24;
  // 5 kcal for a litre of oxygen; the effort is a share of VDOT in ml/(kg·min).
  if (session.sport === 'strength_training' || session.sport === 'pool_swim') {
    return (((progress.effort_s / 60) * runner.vdot * runner.weight_kg) / 1000) * 5;
  }
  return (runner.weight_kg * progress.distance_m) / 1000;
}

function chooseCourse(input: Simulation): Course | null {
  const { session, home, runner } = input;
  if (session.surface === 'treadmill' || session.surface === 'pool' || session.surface === 'gym') return null;
  if (session.surface === 'track') {
    // A kilometre or so from home, and level.
    const centre = { lat: home.lat + 0.008, lng: home.lng - 0.006 };
    const height_m = input.terrain(centre);
    return placeCourse(layTrack(centre), () => height_m);
  }
  const length_m = session.steps.reduce((sum, { end, effort }) => {
    return (
      sum +
      ('distance_m' in end ? end.distance_m : end.duration_s * steadySpeed(session.sport, runner, effort))
    );
  }, 0);
  const route = layLoop({
    home,
    length_m: Math.max(400, length_m),
    winding: session.surface === 'trail',
    random: seededRandom(`route/${home.lat}/${home.lng}/${input.route}`),
  });
  return placeCourse(route, input.terrain);
}
