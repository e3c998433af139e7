import { vdotFromRace } from '../../src/training/vdot.ts';
import { describeActivity } from '../recordings/describe-activity.ts';
import type { Place } from '../recordings/lay-route.ts';
import { raiseTerrain, type Terrain } from '../recordings/raise-terrain.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import { type Simulation, simulateActivity } from '../recordings/simulate-activity.ts';
import type { DemoActivity } from './demo-activity.ts';
import { nameSession } from './name-session.ts';
import type { DemoAthlete } from './people.ts';
import { type PlannedDay, type PlannedSession, planSeason, vdotInWeek } from './plan-season.ts';
import { shapeSession } from './shape-session.ts';

/** Younger than this, an activity has its streams. */
const STREAMS_MS = 8 * 7 * 86_400_000;
/** Samples of an older activity are this many seconds apart: enough for laps and best efforts. */
const COARSE_S = 5;

type Season = { athlete: DemoAthlete; seed: string; until: Date };

/** What an athlete does, before anything is recorded. */
export type PlannedWorkout = Pick<DemoActivity, 'workout_type' | 'is_race' | 'private'> & {
  readonly simulation: Simulation;
  /** As the platform that the athlete uses numbers it. */
  readonly number: string;
  /** Null for anything but a race. */
  readonly race_distance_m: number | null;
};

/** Records an athlete's two years, or what begins from `since` on, oldest first, up to `until` or to the day they left the club. */
export function* recordSeason(season: Season, since?: Date): Generator<DemoActivity> {
  const { athlete, until } = season;
  const end = athlete.member.left_at ?? until;
  for (const planned of planWorkouts(season)) {
    if (since !== undefined && planned.simulation.start < since) continue;
    const activity = recordWorkout(season, planned);
    if (activity.start_time.getTime() + activity.duration_s * 1000 <= end.getTime()) yield activity;
  }
}

/** What `recordSeason` records, and what begins so late that it does not end in time. */
export function* planWorkouts(season: Season): Generator<PlannedWorkout> {
  const { athlete, until } = season;
  const random = seededRandom(`${season.seed}/${athlete.key}`);
  const end = athlete.member.left_at ?? until;
  const lastDay = Temporal.Instant.fromEpochMilliseconds(end.getTime())
    .toZonedDateTimeISO(athlete.preferences.timezone)
    .toPlainDate();
  const land = landscape(athlete);
  for (const planned of planSeason(athlete, lastDay, random.fork('plan')))
    yield planDay(season, planned, land, random.fork(planned.date.toString()));
}

function planDay(season: Season, planned: PlannedDay, land: Landscape, random: SeededRandom): PlannedWorkout {
  const { athlete, until } = season;
  const { habits, body } = athlete;
  const { session: plan, date } = planned;
  const vdot = vdotInWeek(habits, planned.week);
  const shaped = shapeSession(
    plan,
    { vdot, easy_effort: habits.easy_effort + 0.008 * random.normal() },
    random,
  );
  const clock = startTime(plan, date, habits.early_bird, random);
  const zoned = date.toZonedDateTime({ timeZone: athlete.preferences.timezone, plainTime: clock });
  const start = new Date(zoned.epochMilliseconds);
  const context = { language: athlete.preferences.language, hour: clock.hour, random };
  const ground = shaped.session.surface === 'trail' ? land.hills : land.town;
  return {
    simulation: {
      seed: `${season.seed}/${athlete.key}/${date.toString()}`,
      name: nameSession(plan, shaped.detail, context),
      session: shaped.session,
      runner: { ...body, vdot },
      start,
      timezone: athlete.preferences.timezone,
      home: ground.home,
      terrain: ground.terrain,
      device: athlete.device,
      // Everybody has half a dozen favourite rounds.
      route: random.integer(1, 6),
      resolution_s: start.getTime() >= until.getTime() - STREAMS_MS ? 1 : COARSE_S,
    },
    number: numberOf(athlete, start),
    workout_type: shaped.workout_type,
    is_race: plan.kind === 'race',
    private: plan.kind === 'easy' && random.chance(habits.private_runs),
    race_distance_m: plan.kind === 'race' ? plan.race.distance_m : null,
  };
}

function recordWorkout({ athlete }: Season, planned: PlannedWorkout): DemoActivity {
  const { simulation, race_distance_m } = planned;
  const { streams, ...activity } = describeActivity(simulateActivity(simulation));
  return {
    ...activity,
    name: simulation.name,
    timezone: simulation.timezone,
    source: athlete.source,
    external_id: athlete.source === 'upload' ? null : planned.number,
    workout_type: planned.workout_type,
    is_race: planned.is_race,
    private: planned.private,
    vdot:
      race_distance_m === null
        ? null
        : Math.round(vdotFromRace(race_distance_m, activity.duration_s) * 10) / 10,
    streams: simulation.resolution_s === 1 ? streams : null,
  };
}

/** A number that no other activity has: athletes start one thing at a time, and each has their own last digits. */
function numberOf(athlete: DemoAthlete, start: Date): string {
  return `${start.getTime() / 1000}${athlete.device.serial_number % 1000}`;
}

/** Local time of the start: the club's evenings, early mornings or after work, races at ten. */
function startTime(
  plan: PlannedSession,
  date: Temporal.PlainDate,
  early_bird: boolean,
  random: SeededRandom,
): Temporal.PlainTime {
  const minutes = (): number => {
    if (plan.kind === 'race') return 10 * 60 + random.integer(0, 3);
    if (plan.kind === 'track' || plan.kind === 'hills') return 18 * 60 + 30 + random.integer(0, 9);
    if (date.dayOfWeek >= 6) return random.integer(7 * 60 + 15, 9 * 60 + 40);
    return early_bird ? random.integer(5 * 60 + 50, 7 * 60 + 5) : random.integer(17 * 60 + 20, 19 * 60 + 20);
  };
  const minute = minutes();
  return new Temporal.PlainTime(Math.floor(minute / 60), minute % 60, random.integer(0, 59));
}

type Landscape = Record<'town' | 'hills', { home: Place; terrain: Terrain }>;

/** Towns are gently rolling; the hills begin eight kilometres south of home. */
function landscape(athlete: DemoAthlete): Landscape {
  const { home, preferences } = athlete;
  const base_m = { 'America/Denver': 1650, 'Asia/Tokyo': 40 }[preferences.timezone] ?? 70;
  const relief_m = preferences.timezone === 'Asia/Tokyo' ? 4 : 7;
  return {
    town: { home, terrain: raiseTerrain({ seed: preferences.timezone, base_m, relief_m }) },
    hills: {
      home: { lat: home.lat - 0.075, lng: home.lng },
      terrain: raiseTerrain({ seed: `${preferences.timezone} hills`, base_m: base_m + 190, relief_m: 26 }),
    },
  };
}
