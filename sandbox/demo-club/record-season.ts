import { vdotFromRace } from '../../src/training/vdot.ts';
import { describeActivity } from '../recordings/describe-activity.ts';
import type { Place } from '../recordings/lay-route.ts';
import { raiseTerrain, type Terrain } from '../recordings/raise-terrain.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import { type Simulation, simulateActivity } from '../recordings/simulate-activity.ts';
import type { DemoAthlete } from './people.ts';
import { type PlannedDay, type PlannedSession, planSeason, vdotInWeek } from './plan-season.ts';
import { nameSession, shapeSession } from './shape-session.ts';

/** An activity of the demo: as an import gives it, and what an athlete or a platform adds. */
export type DemoActivity = ReturnType<typeof recordWorkout>;

/** Younger than this, an activity has its streams. */
const STREAMS_MS = 8 * 7 * 86_400_000;
/** Samples of an older activity are this many seconds apart: enough for laps and best efforts. */
const COARSE_S = 5;

type Season = { athlete: DemoAthlete; seed: string; until: Date };

export type PlannedWorkout = ReturnType<typeof planDay>;

/** Records an athlete's two years, or what begins from `since` on, oldest first, up to `until` or to the day they left the club. */
export function* recordSeason(season: Season, since?: Date): Generator<DemoActivity> {
  const { athlete, until } = season;
  const end = athlete.member.left_at ?? until;
  for (const planned of planWorkouts(season)) {
    if (since !== undefined && planned.simulation.start < since) continue;
    const activity = recordWorkout(athlete, planned);
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

function planDay(
  { athlete, seed, until }: Season,
  planned: PlannedDay,
  land: Landscape,
  random: SeededRandom,
) {
  const { key, habits, body, device, preferences } = athlete;
  const { session: plan, date } = planned;
  const { timezone, language } = preferences;
  const vdot = vdotInWeek(habits, planned.week);
  const easy_effort = habits.easy_effort + 0.008 * random.normal();
  const { session, workout_type, detail } = shapeSession(plan, { vdot, easy_effort }, random);
  const clock = startTime(plan, date, habits.early_bird, random);
  const zoned = date.toZonedDateTime({ timeZone: timezone, plainTime: clock });
  const start = new Date(zoned.epochMilliseconds);
  const simulation: Simulation = {
    seed: `${seed}/${key}/${date.toString()}`,
    name: nameSession(plan, detail, { language, hour: clock.hour, random }),
    session,
    runner: { ...body, vdot },
    start,
    timezone,
    ...(session.surface === 'trail' ? land.hills : land.town),
    device,
    // Everybody has half a dozen favourite rounds.
    route: random.integer(1, 6),
    resolution_s: start.getTime() >= until.getTime() - STREAMS_MS ? 1 : COARSE_S,
  };
  return {
    simulation,
    /** As the platform that the athlete uses numbers it: they start one thing at a time, and each has their own last digits. */
    number: `${start.getTime() / 1000}${device.serial_number % 1000}`,
    workout_type,
    is_race: plan.kind === 'race',
    private: plan.kind === 'easy' && random.chance(habits.private_runs),
    /** Null for anything but a race. */
    race_distance_m: plan.kind === 'race' ? plan.race.distance_m : null,
  };
}

function recordWorkout({ source }: DemoAthlete, planned: PlannedWorkout) {
  const { simulation, number, race_distance_m, ...said } = planned;
  const { name, timezone, resolution_s } = simulation;
  const { streams, ...activity } = describeActivity(simulateActivity(simulation));
  const raced = race_distance_m === null ? null : vdotFromRace(race_distance_m, activity.duration_s);
  return {
    ...activity,
    ...said,
    name,
    timezone,
    source,
    /** Null for an uploaded file. */
    external_id: source === 'upload' ? null : number,
    /** What a race of 1,500 m or more over its official distance was worth; null for anything else. */
    vdot: raced === null ? null : Math.round(raced * 10) / 10,
    /** Second by second for the last eight weeks; null for what is older, which was simulated coarsely. */
    streams: resolution_s === 1 ? streams : null,
  };
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
