import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import { type GarminPerson, offsetS } from './people.ts';
import { type Day, type DayOptions, overTime, readDay } from './read-day.ts';
import { makeHrv, makeSleep } from './sleep-records.ts';
import type { Summary, SummaryType, Upload } from './summary-types.ts';

type Make = (day: Day, random: SeededRandom) => Summary;

const MAKERS = new Map<SummaryType, Make>([
  ['dailies', makeDaily],
  ['epochs', makeEpoch],
  ['sleeps', makeSleep],
  ['hrv', makeHrv],
  ['userMetrics', makeUserMetrics],
  ['stressDetails', makeStress],
  ['bodyComps', makeBodyComposition],
  ['pulseox', (day, random) => allDay(day, 'timeOffsetSpo2Values', 3_600, () => random.integer(93, 99))],
  [
    'allDayRespiration',
    (day, random) => allDay(day, 'timeOffsetEpochToBreaths', 1_800, () => random.integer(11, 18)),
  ],
  ['healthSnapshot', (day) => ({ ...common(day), summaries: [] })],
  ['bloodPressures', makeBloodPressure],
  [
    'skinTemp',
    (day, random) => ({ ...common(day), avgDeviationCelsius: Math.round(random.between(-10, 10)) / 10 }),
  ],
  ['moveIQActivities', makeMoveIq],
  ['mct', common],
]);

/** Everything that is not about activities, of one calendar day; the same person and day give the same. */
export function uploadsOfDay(
  person: GarminPerson,
  date: string,
  options: DayOptions,
  heart_rate_every_s: number,
): Upload[] {
  const day = readDay(person, date, options, heart_rate_every_s);
  const { user_id } = person;
  return [...MAKERS].flatMap(([type, make]): Upload[] => {
    if (options.types?.includes(type) === false) return [];
    const random = (): SeededRandom => seededRandom(`${user_id}/${date}/${type}`);
    return [{ type, user_id, record: date, starts_s: day.start_s, make: () => make(day, random()) }];
  });
}

const hex = (value: number): string => Math.max(0, Math.round(value)).toString(16);

function common({ person, date, start_s, duration_s, prefix }: Day) {
  return {
    summaryId: `${prefix}-${hex(start_s)}-${hex(duration_s)}`,
    calendarDate: date,
    startTimeInSeconds: start_s,
    startTimeOffsetInSeconds: offsetS(person, start_s),
    durationInSeconds: duration_s,
  };
}

function measured({ person, start_s, prefix }: Day) {
  const at_s = start_s + 7 * 3_600;
  return {
    summaryId: `${prefix}-${hex(at_s)}`,
    measurementTimeInSeconds: at_s,
    measurementTimeOffsetInSeconds: offsetS(person, at_s),
  };
}

function makeDaily(day: Day, random: SeededRandom): Summary {
  const { person, share, duration_s, heart_rate_every_s } = day;
  const { resting_heart_rate_bpm: resting, max_heart_rate_bpm: highest, weight_kg } = person.runner;
  const steps = random.integer(5_000, 17_000);
  const rest = resting + random.integer(-2, 3);
  const part = (whole: number): number => Math.round(whole * share);
  const stress = {
    restStressDurationInSeconds: part(random.integer(28_000, 40_000)),
    activityStressDurationInSeconds: part(random.integer(2_000, 5_000)),
    lowStressDurationInSeconds: part(random.integer(5_000, 9_000)),
    mediumStressDurationInSeconds: part(random.integer(2_000, 6_000)),
    highStressDurationInSeconds: part(random.integer(300, 2_000)),
  };
  const { lowStressDurationInSeconds: low, mediumStressDurationInSeconds: medium } = stress;
  const beats = random.fork('beats');
  return {
    ...common(day),
    // The last part is a kind of day; what it stands for is not known.
    summaryId: `${common(day).summaryId}-6`,
    activityType: 'WALKING',
    activeKilocalories: part(random.integer(250, 1_100)),
    bmrKilocalories: part(weight_kg * 23.5),
    steps: part(steps),
    distanceInMeters: Math.round(steps * share * 7.6) / 10,
    activeTimeInSeconds: part(steps * 0.8),
    moderateIntensityDurationInSeconds: part(random.integer(10, 40) * 60),
    vigorousIntensityDurationInSeconds: part(random.integer(0, 50) * 60),
    floorsClimbed: part(random.integer(2, 20)),
    minHeartRateInBeatsPerMinute: rest - random.integer(1, 4),
    averageHeartRateInBeatsPerMinute: rest + random.integer(10, 18),
    maxHeartRateInBeatsPerMinute: highest - random.integer(8, 60),
    restingHeartRateInBeatsPerMinute: rest,
    timeOffsetHeartRateSamples: overTime(duration_s, heart_rate_every_s, () =>
      Math.round(rest + 12 + 6 * beats.normal()),
    ),
    stepsGoal: 9_000,
    intensityDurationGoalInSeconds: 9_000,
    floorsClimbedGoal: 10,
    averageStressLevel: random.integer(18, 42),
    maxStressLevel: random.integer(70, 98),
    stressDurationInSeconds: low + medium + stress.highStressDurationInSeconds,
    ...stress,
    stressQualifier: random.pick(['calm', 'balanced', 'stressful']),
    bodyBatteryChargedValue: random.integer(40, 80),
    bodyBatteryDrainedValue: random.integer(40, 75),
  };
}

function makeEpoch(day: Day, random: SeededRandom): Summary {
  const start_s = day.start_s + 11.75 * 3_600;
  const active_s = random.integer(200, 880);
  return {
    summaryId: `${day.prefix}-${hex(start_s)}-8`,
    startTimeInSeconds: start_s,
    startTimeOffsetInSeconds: offsetS(day.person, start_s),
    durationInSeconds: 900,
    activityType: 'WALKING',
    activeKilocalories: Math.round(active_s / 18),
    steps: Math.round(active_s * 1.6),
    distanceInMeters: Math.round(active_s * 12) / 10,
    activeTimeInSeconds: active_s,
    met: Math.round(random.between(2, 4) * 1_000) / 1_000,
    intensity: 'ACTIVE',
    meanMotionIntensity: random.integer(2, 5),
    maxMotionIntensity: random.integer(5, 7),
  };
}

function makeUserMetrics({ person, date, start_s, prefix }: Day, random: SeededRandom): Summary {
  return {
    summaryId: `${prefix}-${hex(start_s)}`,
    calendarDate: date,
    vo2Max: person.runner.vdot + random.integer(0, 2),
    vo2MaxCycling: person.runner.vdot - random.integer(2, 5),
    fitnessAge: random.integer(20, 45),
    enhanced: true,
  };
}

/** Below 0 there is no value: the watch was off, or its wearer in motion. */
function makeStress(day: Day, random: SeededRandom): Summary {
  const level = (): number => (random.chance(0.1) ? -1 : random.integer(5, 80));
  const levels = overTime(day.duration_s, 900, level);
  const known = Object.values(levels).filter((value) => value >= 0);
  return {
    ...common(day),
    summaryId: `${day.prefix}-${hex(day.start_s)}-6`,
    averageStressLevel: Math.round(known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length)),
    maxStressLevel: Math.max(-1, ...known),
    timeOffsetStressLevelValues: levels,
    timeOffsetBodyBatteryValues: overTime(day.duration_s, 900, () => random.integer(20, 95)),
    bodyBatteryDynamicFeedbackEvent: {
      eventStartTimeInSeconds: day.start_s + 8 * 3_600,
      bodyBatteryLevel: random.pick(['LOW', 'MODERATE', 'HIGH']),
    },
    bodyBatteryActivityEvents: [],
  };
}

function makeBodyComposition(day: Day, random: SeededRandom): Summary {
  const grams = Math.round(day.person.runner.weight_kg * 1_000 + 400 * random.normal());
  return {
    ...measured(day),
    muscleMassInGrams: Math.round(grams * 0.4),
    boneMassInGrams: Math.round(grams * 0.045),
    bodyWaterInPercent: Math.round(random.between(540, 620)) / 10,
    bodyFatInPercent: Math.round(random.between(100, 240)) / 10,
    bodyMassIndex: Math.round(random.between(195, 250)) / 10,
    weightInGrams: grams,
  };
}

function makeMoveIq(day: Day, random: SeededRandom): Summary {
  const start_s = day.start_s + 17 * 3_600;
  return {
    summaryId: `${day.prefix}-${hex(start_s)}`,
    calendarDate: day.date,
    startTimeInSeconds: start_s,
    durationInSeconds: random.integer(600, 2_400),
    offsetInSeconds: offsetS(day.person, start_s),
    activityType: random.pick(['Walking', 'Running', 'Cycling']),
    activitySubType: 'Generic',
  };
}

function makeBloodPressure(day: Day, random: SeededRandom): Summary {
  return { ...measured(day), systolic: random.integer(108, 132), diastolic: random.integer(68, 84) };
}

function allDay(day: Day, member: string, every_s: number, value: () => number): Summary {
  return { ...common(day), [member]: overTime(day.duration_s, every_s, value) };
}
