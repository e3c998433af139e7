import { seededRandom } from '../recordings/seeded-random.ts';
import type { StravaActivity } from './activity.ts';
import { planActivity } from './plan-training.ts';
import type { Platform } from './platform.ts';

export type SeasonInput = {
  readonly weeks: number;
  readonly per_week?: number;
  /** Nothing begins later; the platform's now by default. */
  readonly until?: Date;
  readonly seed?: string;
  /** Seconds between two samples. */
  readonly resolution_s?: number;
};

const DAY_MS = 86_400_000;

/**
 * Fills an athlete's past, oldest first and without events: runs of all kinds, other sports and one that nobody knows, some
 * for followers, some for nobody else, some with a hidden start, some entered by hand. The same input gives the same season.
 */
export function addSeason(platform: Platform, athlete_id: number, input: SeasonInput): StravaActivity[] {
  const { weeks, per_week = 4, until = platform.now(), seed = 'season' } = input;
  const { world } = platform;
  const athlete = world.athlete(athlete_id);
  const random = seededRandom(`${seed}/${athlete_id}`);
  const count = Math.round(weeks * per_week);
  const step_ms = (weeks * 7 * DAY_MS) / count;
  return Array.from({ length: count }, (_, index) => {
    const from = new Date(until.getTime() - step_ms * (count - index));
    const start = step_ms < DAY_MS ? from : inDaylight(from, athlete.timezone, random.between(0, 1));
    const planned = planActivity(random, athlete.runner.vdot);
    const common = {
      ...planned,
      seed: `${seed}/${index}`,
      resolution_s: input.resolution_s ?? 1,
      visibility: random.pick(['everyone', 'everyone', 'everyone', 'followers_only', 'only_me'] as const),
      start_hidden: random.chance(0.1),
    };
    const byHand = planned.sport_type === 'Run' && random.chance(0.1);
    const manual = { distance_m: random.integer(4, 10) * 1_000, duration_s: random.integer(1_800, 3_600) };
    return world.add(athlete_id, start, byHand ? { ...common, name: 'Treadmill by hand', manual } : common);
  });
}

/** On the day before, from half past six in the morning there to half past seven in the evening. */
function inDaylight(from: Date, timezone: string, part: number): Date {
  const { epochMilliseconds } = Temporal.Instant.fromEpochMilliseconds(from.getTime() - DAY_MS)
    .toZonedDateTimeISO(timezone)
    .withPlainTime({ hour: 6, minute: 30 })
    .add({ seconds: Math.round(part * 13 * 3_600) });
  return new Date(epochMilliseconds);
}
