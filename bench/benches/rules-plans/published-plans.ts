import type { Level, Race } from './wire.ts';

/**
 * Published plans, km. `week` is the first and the largest week, `longest` the longest run before the race; null where the source counts
 * in time. Sources: RX, tables at runningexcels.com; TP, plan pages at trainingpeaks.com; TTR, the day-by-day transcriptions
 * of hoovercj/time-to-run at 0908252, of which sums were computed; IND, indyteamms.com, weekly sums of it from memory.
 */
type PublishedPlan = {
  readonly name: string;
  readonly source: 'RX' | 'TP' | 'TTR' | 'IND';
  readonly event: Race;
  readonly level: Level;
  readonly weeks: number;
  readonly days: readonly [number, number];
  readonly week: readonly [number, number];
  readonly longest: number;
};

type Row = [
  name: string,
  source: PublishedPlan['source'],
  event: Race,
  level: Level,
  weeks: number,
  days: [number, number],
  week: [number, number],
  longest: number,
];

const ROWS: readonly Row[] = [
  ['Higdon 5k Novice', 'RX', '5k', 'beginner', 8, [3, 3], [7, 13], 4.8],
  ['Higdon 5k Intermediate', 'RX', '5k', 'intermediate', 8, [5, 5], [30, 37], 11],
  ['Higdon 10k Novice', 'RX', '10k', 'beginner', 8, [3, 3], [12, 17], 8.9],
  ['Higdon 10k Intermediate', 'RX', '10k', 'intermediate', 8, [5, 5], [29, 43], 13],
  ['Higdon 10k Advanced', 'TP', '10k', 'advanced', 8, [6, 7], [42, 55], 16],
  ['Higdon Half Novice', 'IND', 'half_marathon', 'beginner', 12, [4, 4], [19, 37], 16],
  ['Higdon Half Intermediate 1', 'TP', 'half_marathon', 'intermediate', 12, [5, 5], [24, 45], 19],
  ['Hansons Half Beginner', 'TTR', 'half_marathon', 'beginner', 18, [3, 6], [16, 76], 19],
  ['Hansons Half Advanced', 'TTR', 'half_marathon', 'advanced', 18, [4, 6], [27, 80], 23],
  ['Pfitzinger Half 63 mi', 'TTR', 'half_marathon', 'advanced', 12, [5, 6], [74, 101], 26],
  ['Pfitzinger Half 84 mi', 'TTR', 'half_marathon', 'advanced', 12, [6, 7], [98, 135], 29],
  ['Higdon Marathon Novice 1', 'TTR', 'marathon', 'beginner', 18, [4, 4], [24, 64], 32],
  ['Higdon Marathon Novice 2', 'TTR', 'marathon', 'beginner', 18, [4, 4], [31, 58], 32],
  ['Higdon Marathon Intermediate 1', 'TTR', 'marathon', 'intermediate', 18, [5, 5], [39, 71], 32],
  ['Higdon Marathon Intermediate 2', 'TTR', 'marathon', 'intermediate', 18, [5, 5], [42, 80], 32],
  ['Higdon Marathon Advanced 1', 'TTR', 'marathon', 'advanced', 18, [5, 5], [42, 80], 32],
  ['Higdon Marathon Advanced 2', 'TTR', 'marathon', 'advanced', 18, [4, 4], [34, 69], 32],
  ['Hansons Marathon Beginner', 'TTR', 'marathon', 'beginner', 18, [4, 6], [19, 93], 26],
  ['Hansons Marathon Advanced', 'TTR', 'marathon', 'advanced', 18, [6, 6], [61, 99], 26],
  ['Pfitzinger Marathon 18/55', 'TTR', 'marathon', 'intermediate', 18, [4, 5], [53, 89], 32],
  ['Pfitzinger Marathon 12/55', 'TTR', 'marathon', 'intermediate', 12, [4, 5], [56, 89], 32],
  ['Pfitzinger Marathon 18/70', 'TTR', 'marathon', 'advanced', 18, [6, 6], [87, 113], 35],
  ['Pfitzinger Marathon 18/85', 'TTR', 'marathon', 'advanced', 18, [7, 7], [105, 140], 39],
  ['Higdon 50k', 'TP', '50k', 'intermediate', 26, [5, 5], [42, 80], 32],
];

export const PUBLISHED_PLANS: readonly PublishedPlan[] = ROWS.map(
  ([name, source, event, level, weeks, days, week, longest]) => ({
    name,
    source,
    event,
    level,
    weeks,
    days,
    week,
    longest,
  }),
);

/** How far below the least and above the most of comparable plans a plan may start and peak. */
const NORM_SLACK = { below: 0.7, above: 1.5 } as const;
/** A plan that was asked for is compared with published ones that it is shorter than by at most `fewer` weeks, or longer by `more`. */
const WEEKS_APART = { fewer: 2, more: 8 } as const;

type NormRange = {
  readonly start_km: readonly [number, number];
  readonly peak_km: readonly [number, number];
};

/** What published plans for as long a time start and peak at; null where there is none to compare with. */
export function publishedRange(asked: {
  readonly event: Race;
  readonly level: Level;
  readonly weeks: number;
  readonly days: number;
}): NormRange | null {
  const plans = PUBLISHED_PLANS.filter(
    ({ event, level, weeks }) =>
      event === asked.event &&
      level === asked.level &&
      asked.weeks >= weeks - WEEKS_APART.fewer &&
      asked.weeks <= weeks + WEEKS_APART.more,
  );
  if (plans.length === 0) return null;
  const sameDays = plans.filter(
    ({ days: [least, most] }) => asked.days >= least - 1 && asked.days <= most + 1,
  );
  const upper = sameDays.length === 0 ? plans : sameDays;
  // What is run on many days has no room on few, and more weeks than a shorter plan has are no reason for more in each.
  const lower = PUBLISHED_PLANS.filter(
    ({ event, level, weeks, days: [least] }) =>
      event === asked.event &&
      level === asked.level &&
      asked.weeks >= weeks - WEEKS_APART.fewer &&
      asked.days >= least - 1,
  );
  const rangeOf = (which: 0 | 1): [number, number] => [
    NORM_SLACK.below * Math.min(...(lower.length === 0 ? [0] : lower.map(({ week }) => week[which]))),
    NORM_SLACK.above * Math.max(...upper.map(({ week }) => week[which])),
  ];
  return { start_km: rangeOf(0), peak_km: rangeOf(1) };
}
