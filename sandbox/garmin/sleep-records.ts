import type { SeededRandom } from '../recordings/seeded-random.ts';
import { offsetS } from './people.ts';
import { type Day, overTime } from './read-day.ts';
import type { Summary } from './summary-types.ts';

const SCORES = [
  'totalDuration',
  'stress',
  'awakeCount',
  'remPercentage',
  'restlessness',
  'lightPercentage',
  'deepPercentage',
];

type Phase = 'deep' | 'light' | 'rem' | 'awake';
type Stretch = { startTimeInSeconds: number; endTimeInSeconds: number };

/** The night that ends on a day. It comes more than once: each time with the same start, and longer or better known. */
export function makeSleep(night: Day, random: SeededRandom): Summary {
  const start_s = night.start_s - random.integer(-30, 90) * 60;
  const cycles = night.final ? random.integer(4, 6) : 3;
  const { levels, seconds } = sleepThrough(start_s, cycles, random.fork('cycles'));
  const asleep_s = seconds.deep + seconds.light + seconds.rem;
  const score = random.integer(55, 95);
  return {
    // The length is in the id, so a longer record of the same night has another one.
    summaryId: `${night.prefix}-${start_s.toString(16)}-${asleep_s.toString(16)}`,
    calendarDate: night.date,
    durationInSeconds: asleep_s,
    totalNapDurationInSeconds: 0,
    startTimeInSeconds: start_s,
    startTimeOffsetInSeconds: offsetS(night.person, start_s),
    unmeasurableSleepInSeconds: 0,
    deepSleepDurationInSeconds: seconds.deep,
    lightSleepDurationInSeconds: seconds.light,
    remSleepInSeconds: seconds.rem,
    awakeDurationInSeconds: seconds.awake,
    sleepLevelsMap: levels,
    validation: night.final ? 'ENHANCED_FINAL' : 'ENHANCED_TENTATIVE',
    timeOffsetSleepSpo2: overTime(asleep_s, 3_600, () => random.integer(93, 98)),
    timeOffsetSleepRespiration: overTime(
      asleep_s,
      3_600,
      () => Math.round(random.between(1_200, 1_600)) / 100,
    ),
    overallSleepScore: {
      value: score,
      qualifierKey: score >= 90 ? 'EXCELLENT' : score >= 80 ? 'GOOD' : score >= 60 ? 'FAIR' : 'POOR',
    },
    sleepScores: Object.fromEntries(
      SCORES.map((name) => [name, { qualifierKey: random.pick(['EXCELLENT', 'GOOD', 'FAIR', 'POOR']) }]),
    ),
    naps: [],
  };
}

/** Ninety minutes or so each: light, deep, light, dreaming, and now and then a moment awake. */
function sleepThrough(start_s: number, cycles: number, random: SeededRandom) {
  const levels: Record<Phase, Stretch[]> = { deep: [], light: [], rem: [], awake: [] };
  const seconds: Record<Phase, number> = { deep: 0, light: 0, rem: 0, awake: 0 };
  let at_s = start_s;
  const pass = (phase: Phase, minutes: number): void => {
    const end_s = at_s + minutes * 60;
    levels[phase].push({ startTimeInSeconds: at_s, endTimeInSeconds: end_s });
    seconds[phase] += end_s - at_s;
    at_s = end_s;
  };
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    pass('light', random.integer(15, 30));
    pass('deep', random.integer(10, 35));
    pass('light', random.integer(15, 30));
    pass('rem', random.integer(8, 30));
    if (random.chance(0.4)) pass('awake', random.integer(1, 6));
  }
  return { levels, seconds };
}

/** Of the same night; RMSSD in milliseconds, a value each five minutes. */
export function makeHrv(night: Day, random: SeededRandom): Summary {
  const start_s = night.start_s + random.integer(0, 60) * 60;
  const duration_s = night.final ? 6 * 3_600 : 3 * 3_600;
  const usual = random.integer(32, 80);
  const hrvValues = overTime(duration_s, 300, () => Math.max(8, Math.round(usual + 9 * random.normal())));
  const values = Object.values(hrvValues);
  return {
    summaryId: `${night.prefix}-${start_s.toString(16)}`,
    calendarDate: night.date,
    lastNightAvg: Math.round(values.reduce((sum, value) => sum + value, 0) / values.length),
    lastNight5MinHigh: Math.max(...values),
    startTimeOffsetInSeconds: offsetS(night.person, start_s),
    durationInSeconds: duration_s,
    startTimeInSeconds: start_s,
    hrvValues,
  };
}
