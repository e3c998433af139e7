import type { SeededRandom } from '../recordings/seeded-random.ts';
import calendar from './data/races.json' with { type: 'json' };
import type { DemoAthlete, TrainingHabits } from './people.ts';

/** A Sunday with a number on the chest. */
type RaceDay = { distance_m: number; name: string };
type RaceKind = keyof typeof calendar.distances_m;

/** What a day holds. Distances are running metres, minutes the time of the rest. */
export type PlannedSession =
  | { kind: 'easy' | 'long' | 'recovery'; distance_m: number; treadmill: boolean; trail: boolean }
  | { kind: 'track' | 'tempo'; distance_m: number }
  | { kind: 'fartlek' | 'hills'; distance_m: number }
  | { kind: 'race'; race: RaceDay }
  | { kind: 'ride'; distance_m: number }
  | { kind: 'swim'; sets: number }
  | { kind: 'strength'; minutes: number };

export type PlannedDay = { date: Temporal.PlainDate; week: number; session: PlannedSession };

const SEASON_WEEKS = 104;

/**
 * Two years of training, day by day, in the order of time: three building weeks and a lighter one, a slow growth over
 * the years, tapers before races and rest after them, treadmills in winter, and one injury with a careful return.
 * Never more than one session a day.
 */
export function* planSeason(
  athlete: DemoAthlete,
  lastDay: Temporal.PlainDate,
  random: SeededRandom,
): Generator<PlannedDay> {
  const firstMonday = lastDay.subtract({ days: lastDay.dayOfWeek - 1, weeks: SEASON_WEEKS - 1 });
  const races = raceCalendar(athlete);
  for (let week = 0; week < SEASON_WEEKS; week++) {
    const monday = firstMonday.add({ weeks: week });
    const days = planWeek({ athlete, week, monday, races, random: random.fork(`week ${week}`) });
    days.sort((one, other) => one.day - other.day);
    for (const { day, session } of days) yield { date: monday.add({ days: day }), week, session };
  }
}

/** How fit the athlete is in a week: a saturating climb, a yearly swing, and what the injury took. */
export function vdotInWeek(habits: TrainingHabits, week: number): number {
  const climb = (1 - Math.exp((-1.6 * week) / (SEASON_WEEKS - 1))) / (1 - Math.exp(-1.6));
  const swing = 0.4 * Math.sin((2 * Math.PI * week) / 52);
  const since = week - (SEASON_WEEKS - habits.injury.weeks_before_end);
  const { weeks } = habits.injury;
  // Half a point lost a week off, won back over ten weeks.
  const lost =
    since < 0 ? 0 : since < weeks ? 0.5 * since : 0.5 * weeks * Math.max(0, 1 - (since - weeks) / 10);
  return habits.vdot_from + (habits.vdot_to - habits.vdot_from) * climb + swing - lost;
}

type WeekInput = {
  athlete: DemoAthlete;
  week: number;
  monday: Temporal.PlainDate;
  races: ReadonlyMap<number, RaceDay>;
  random: SeededRandom;
};
type DayOfWeek = { day: number; session: PlannedSession };

const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Which days somebody with so many sessions trains on; the last is the long run's. */
const TRAINING_DAYS = {
  3: [TUESDAY, THURSDAY, SUNDAY],
  4: [TUESDAY, THURSDAY, FRIDAY, SUNDAY],
  5: [TUESDAY, WEDNESDAY, THURSDAY, SATURDAY, SUNDAY],
  6: [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, SATURDAY, SUNDAY],
} as const;

function planWeek(input: WeekInput): DayOfWeek[] {
  const { athlete, week, races, random } = input;
  const { habits } = athlete;
  const sinceInjury = week - (SEASON_WEEKS - habits.injury.weeks_before_end);
  if (sinceInjury >= 0 && sinceInjury < habits.injury.weeks) return planInjuredWeek(habits, random);

  const race = races.get(week);
  const volume_m = weekVolume(input, sinceInjury - habits.injury.weeks);
  const days = TRAINING_DAYS[habits.sessions_per_week];
  const gentle = race !== undefined || isReturning(sinceInjury, habits);
  const hardDays = gentle ? Math.min(1, habits.hard_days) : habits.hard_days;
  const hard_m = hardDays === 0 ? 0 : Math.max(6500, volume_m * 0.17);
  const sunday: PlannedSession =
    race === undefined ? longRun(athlete, volume_m, random) : { kind: 'race', race };
  const sunday_m = race === undefined ? volume_m * longShare(habits) : race.distance_m;
  const easyDays = days.length - 1 - hardDays;
  const easy_m = Math.max(3000, (volume_m - hard_m * hardDays - sunday_m) / easyDays);

  const planned: DayOfWeek[] = [];
  for (const day of days) {
    const hard = (day === TUESDAY && hardDays >= 1) || (day === THURSDAY && hardDays >= 2);
    if (day === SUNDAY) planned.push({ day, session: sunday });
    else if (hard) planned.push({ day, session: hardSession(day === TUESDAY, hard_m, random) });
    // Now and then life gets in the way.
    else if (!random.chance(0.05)) planned.push({ day, session: otherSession(input, day, easy_m) });
  }
  return planned;
}

/** An easy run, or in some weeks another sport in its place. */
function otherSession(input: WeekInput, day: number, easy_m: number): PlannedSession {
  const { athlete, week, monday, races, random } = input;
  const { habits } = athlete;
  if (!races.has(week) && random.chance(0.16)) return crossTraining(habits, random);
  const winter = monday.month === 12 || monday.month <= 2;
  const treadmill = winter && day < SATURDAY && random.chance(habits.treadmill_in_winter);
  return {
    kind: day === MONDAY ? 'recovery' : 'easy',
    distance_m: round100(easy_m * random.between(0.85, 1.15)),
    treadmill,
    trail: !treadmill && day === SATURDAY && habits.trails,
  };
}

function planInjuredWeek(habits: TrainingHabits, random: SeededRandom): DayOfWeek[] {
  return [TUESDAY, SATURDAY]
    .filter(() => random.chance(0.8))
    .map((day) => ({ day, session: crossTraining(habits, random) }));
}

/** Running of a week, metres. */
function weekVolume({ athlete, week, races, random }: WeekInput, sinceReturn: number): number {
  const { habits } = athlete;
  const cycle = [0.88, 0.95, 1, 0.75][week % 4] ?? 1;
  const growth = 0.78 + (0.22 * week) / SEASON_WEEKS;
  const spread = Math.min(1.06, Math.max(0.9, 1 + 0.04 * random.normal()));
  return (
    habits.peak_week_km * 1000 * cycle * growth * spread * aroundRaces(races, week) * afterInjury(sinceReturn)
  );
}

/** Less before a race and after it: two weeks each way for a marathon, one for a half. */
function aroundRaces(races: ReadonlyMap<number, RaceDay>, week: number): number {
  const length = (at: number): number => races.get(at)?.distance_m ?? 0;
  if (length(week) > 30_000) return 1;
  if (length(week) > 0) return 0.8;
  if (length(week + 1) > 30_000) return 0.65;
  if (length(week - 1) > 30_000) return 0.35;
  if (length(week - 2) > 30_000) return 0.65;
  return length(week - 1) > 20_000 ? 0.8 : 1;
}

function afterInjury(sinceReturn: number): number {
  return sinceReturn < 0 ? 1 : ([0.4, 0.55, 0.7, 0.85][sinceReturn] ?? 1);
}

function isReturning(sinceInjury: number, habits: TrainingHabits): boolean {
  return sinceInjury >= habits.injury.weeks && sinceInjury < habits.injury.weeks + 3;
}

function longShare(habits: TrainingHabits): number {
  return { 3: 0.42, 4: 0.36, 5: 0.32, 6: 0.29 }[habits.sessions_per_week];
}

/** Capped where length stops helping: 14 km for beginners, 33 km for anybody. */
function longRun(athlete: DemoAthlete, volume_m: number, random: SeededRandom): PlannedSession {
  const { habits, member } = athlete;
  const long_m = Math.min(volume_m * longShare(habits), member.member_level === 'beginner' ? 14_000 : 33_000);
  const trail = habits.trails && random.chance(0.5);
  return { kind: 'long', distance_m: round100(long_m * random.between(0.94, 1.06)), treadmill: false, trail };
}

function hardSession(tuesday: boolean, distance_m: number, random: SeededRandom): PlannedSession {
  // Tuesday is the club's evening on the track.
  const kind = tuesday
    ? random.pick(['track', 'track', 'track', 'hills'] as const)
    : random.pick(['tempo', 'tempo', 'fartlek'] as const);
  return { kind, distance_m: round100(distance_m) };
}

function crossTraining(habits: TrainingHabits, random: SeededRandom): PlannedSession {
  const kind = random.pick(habits.cross_training);
  if (kind === 'ride') return { kind, distance_m: 1000 * random.integer(20, 48) };
  if (kind === 'swim') return { kind, sets: random.integer(4, 9) };
  return { kind, minutes: random.integer(25, 50) };
}

function round100(metres: number): number {
  return Math.round(metres / 100) * 100;
}

/** The athlete's races by week of the season; none while injured or in the four weeks of the return. */
function raceCalendar({ habits, preferences }: DemoAthlete): ReadonlyMap<number, RaceDay> {
  const names: Readonly<Record<RaceKind, string>> =
    new Map(Object.entries(calendar.names)).get(preferences.timezone) ?? calendar.names.usual;
  const { weeks_before_end, weeks } = habits.injury;
  const hurt = SEASON_WEEKS - weeks_before_end;
  const races = new Map<number, RaceDay>();
  for (const entry of calendar.calendar) {
    const week = SEASON_WEEKS - entry.weeks_before_end + habits.race_shift_weeks;
    const unfit = week >= hurt && week < hurt + weeks + 4;
    if (!entry.for.includes(habits.races) || unfit || week < 0 || week >= SEASON_WEEKS) continue;
    const kind = entry.kind as RaceKind;
    races.set(week, { distance_m: calendar.distances_m[kind], name: names[kind] });
  }
  return races;
}
