import { type KnownRecord, laneOf } from './activity-record.ts';
import { dayNumber } from './crowd.ts';
import { type Closeness, compareRecords, REACH_MS, type Recognisable } from './match.ts';

/** A record for grouping: what it reports and its permanent names. */
export type Candidate = Recognisable & Pick<KnownRecord, 'key' | 'source'>;

export type Edge = { readonly a: number; readonly b: number; readonly closeness: Closeness };

/** The lane of each record, as a number that only these records share. */
export function numberLanes(records: readonly Candidate[]): readonly number[] {
  const numbers = new Map<string, number>();
  return records.map((record) => {
    const lane = laneOf(record);
    const number = numbers.get(lane) ?? numbers.size;
    numbers.set(lane, number);
    return number;
  });
}

/**
 * All pairs that may be one activity. Pairs of one lane and records of crowded days are excluded, so each record is
 * compared with few others.
 * @param compare for tests that count
 */
export function findEdges(
  records: readonly Candidate[],
  crowded: ReadonlySet<number>,
  compare: typeof compareRecords = compareRecords,
): Edge[] {
  const lanes = numberLanes(records);
  const starts = records.map(({ start_time }) => start_time.getTime());
  const startOf = (index: number): number => starts[index] ?? 0;
  const byStart = records
    .map((record, index) => (crowded.has(dayNumber(record)) ? -1 : index))
    .filter((index) => index >= 0)
    .toSorted((one, other) => startOf(one) - startOf(other));
  const edges: Edge[] = [];
  for (const [place, index] of byStart.entries()) {
    for (let next = place + 1; next < byStart.length; next++) {
      const other = byStart[next] ?? index;
      if (startOf(other) - startOf(index) > REACH_MS) break;
      const [one, another] = [records[index], records[other]];
      if (lanes[index] === lanes[other] || one === undefined || another === undefined) continue;
      const closeness = compare(one, another);
      if (closeness === null) continue;
      edges.push({ a: Math.min(index, other), b: Math.max(index, other), closeness });
    }
  }
  return edges;
}
