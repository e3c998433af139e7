import type { Transaction } from '../../../../infra/db/queryable.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Sample } from '../../../activities/index.ts';
import { findBeats } from '../../health/queries.ts';
import { beat, type PhoneWorkout } from './phone-workout.ts';

/** About a hundred hours with a sample every two seconds. */
const MAX_BEATS = 200_000;

/**
 * The stored heart samples during workouts that bring none of their own. Since they are read from the database, it does not matter
 * whether they came in the same request. A moment belongs to one workout, the one that began last.
 */
export async function beatsByWorkout(
  tx: Transaction,
  user_id: string,
  workouts: readonly PhoneWorkout[],
): Promise<Map<PhoneWorkout, Sample[]>> {
  const wanting = workouts
    .filter((workout) => endOf(workout) - startOf(workout) <= DAY_MS)
    .filter(({ samples }) => samples.every(({ heart_rate_bpm }) => heart_rate_bpm === null))
    .toSorted((a, b) => startOf(a) - startOf(b));
  const found = new Map<PhoneWorkout, Sample[]>();
  if (wanting.length === 0) return found;
  const beats = await findBeats(tx, { user_id, spells: withoutOverlap(wanting), limit: MAX_BEATS });
  let next = 0;
  let current: PhoneWorkout | undefined;
  for (const { taken_at, value } of beats) {
    const time = taken_at.getTime();
    for (let begun = wanting[next]; begun !== undefined && startOf(begun) <= time; begun = wanting[next]) {
      current = begun;
      next += 1;
    }
    if (current === undefined || endOf(current) < time) continue;
    const samples = found.get(current) ?? [];
    samples.push(beat(taken_at, value));
    found.set(current, samples);
  }
  return found;
}

const startOf = ({ start }: PhoneWorkout): number => start.at.getTime();
const endOf = ({ end }: PhoneWorkout): number => end.at.getTime();

/** Overlapping spans are joined, so that each sample is found once, however many workouts claim the same time. */
function withoutOverlap(sorted: readonly PhoneWorkout[]): { from: Date; to: Date }[] {
  const spells: { from: number; to: number }[] = [];
  for (const workout of sorted) {
    const last = spells.at(-1);
    if (last !== undefined && startOf(workout) <= last.to) last.to = Math.max(last.to, endOf(workout));
    else spells.push({ from: startOf(workout), to: endOf(workout) });
  }
  return spells.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
}
