import { addDays, WEEKDAYS, type Weekday, weekdayOf } from '../../../src/shared/calendar.ts';
import { factsOf } from './measure.ts';
import { readinessOf } from './readiness.ts';
import type { Asked, Case, Known, ServedPlan, ServedSegment, ServedWeek, ServedWorkout } from './wire.ts';

/**
 * Plans written by hand, for tests. A week is a line of sessions such as "tue t8/3 thu e6 sun l16+4": an easy run of 6 km, 8 km of which
 * 3 are at threshold (i: intervals, h: hills, p: race pace), a long run of 16 km of which 4 are at marathon pace; s and x are half an
 * hour of strength and of cross-training, r is the race.
 */
export type PaperCase = {
  readonly asked: Asked;
  readonly known: Known;
  readonly weeks: readonly string[];
  /** Seconds a kilometre of easy running. */
  readonly easy: number;
};

const FASTER = { marathon: 0.9, threshold: 0.85, interval: 0.8 } as const;
const KINDS = {
  e: ['easy-run', 'easy'],
  l: ['long-run', 'marathon'],
  t: ['tempo', 'threshold'],
  i: ['intervals', 'interval'],
  h: ['hills', 'interval'],
  p: ['race-pace', 'marathon'],
  r: ['race', 'marathon'],
} as const;

export function paperPlan({ asked, known, weeks, easy }: PaperCase): Case {
  const content = weeks.flatMap((line, index) => workoutsOf(line, index + 1, { asked, easy }));
  const withInfo = withSums({ content, weekly_info: {} }, asked);
  const level = readinessOf(asked, known, factsOf({ asked, known, plan: withInfo }));
  const readiness = { level, reasons: level === 'ready' ? [] : [{ code: 'said' }] };
  return { asked, known, plan: { ...withInfo, readiness } };
}

/** The same plan with weeks as its workouts are. */
export function withSums(plan: ServedPlan, asked: Asked): ServedPlan {
  const { weeks } = factsOf({ asked, known: { history: null, vdot: null }, plan });
  const weekly_info = Object.fromEntries(
    weeks.map(({ number, sessions }): [string, ServedWeek] => {
      const all = sessions.map(({ workout }) => workout);
      const metres = all.reduce((sum, { distance_m }) => sum + distance_m, 0);
      const race = all.find(({ workout_type }) => workout_type === 'race')?.distance_m ?? 0;
      return [
        String(number),
        {
          phase: 'base',
          total_distance_m: metres,
          total_duration_s: all.reduce((sum, { duration_s }) => sum + duration_s, 0),
          workout_count: all.length,
          training_distance_m: metres - race,
          race_distance_m: race,
        },
      ];
    }),
  );
  return { ...plan, weekly_info };
}

function workoutsOf(
  line: string,
  week_number: number,
  { asked, easy }: Pick<PaperCase, 'asked' | 'easy'>,
): ServedWorkout[] {
  const words = line.split(' ');
  const first = addDays(asked.start_date, (week_number - 1) * 7);
  const dates = Array.from({ length: 7 }, (_, day) => addDays(first, day));
  const sessions = words.flatMap((word, index): [string, string][] =>
    index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [],
  );
  return sessions
    .map(([name, code]) => {
      const day = WEEKDAYS.find((one): one is Weekday => one.startsWith(name)) ?? 'monday';
      const date = dates.find((one) => weekdayOf(one) === day) ?? first;
      return { ...session(code, easy), id: date, week_number, day, date, phase: 'base', title: code };
    })
    .toSorted((a, b) => a.date.localeCompare(b.date));
}

function session(
  code: string,
  easy: number,
): Pick<ServedWorkout, 'workout_type' | 'distance_m' | 'duration_s' | 'segments'> {
  if (code === 's' || code === 'x') {
    const workout_type = code === 's' ? 'strength' : 'cross-training';
    return {
      workout_type,
      distance_m: 0,
      duration_s: 1_800,
      segments: [{ kind: 'work', duration_s: 1_800 }],
    };
  }
  const [workout_type, zone] = KINDS[code[0] as keyof typeof KINDS];
  const [km = 0, fast = 0] = code.slice(1).split(/[+/]/).map(Number);
  const hard = workout_type === 'race' ? km : fast;
  const quick = zone === 'easy' ? 1 : FASTER[zone];
  const segments: ServedSegment[] = [
    ...(km > hard
      ? [{ kind: 'work', distance_m: 1_000 * (km - hard), target: { type: 'effort', zone: 'easy' } }]
      : []),
    ...(hard > 0 ? [{ kind: 'work', distance_m: 1_000 * hard, target: { type: 'effort', zone } }] : []),
  ];
  const duration_s = Math.round(easy * (km - hard + quick * hard));
  return { workout_type, distance_m: Math.round(1_000 * km), duration_s, segments };
}
