import type { Transaction } from '../../../infra/db/database.ts';
import type { KnownRecord } from './activity-record.ts';
import { type Ruling, reachableRecords } from './cluster.ts';
import { type Crowd, crowdOf } from './crowd.ts';
import type { Candidate } from './find-edges.ts';
import { REACH_MS } from './match.ts';
import { findFullRecords, findRecordsWithin, type TimeRange } from './queries.ts';
import { findRulings, type RulingRow } from './ruling-queries.ts';

export type Neighbourhood = {
  /** All records connected with the seeds, and records of deleted activities near them. */
  readonly records: readonly KnownRecord[];
  readonly rulings: readonly Ruling[];
  readonly crowd: Crowd;
};

/** What changes, and which records it concerns. */
export type Change = {
  readonly seeds: readonly KnownRecord[];
  readonly drafts: readonly KnownRecord[];
  readonly removed: readonly KnownRecord[];
};

/** More than needed, so that connected records, which begin at about the same time, come with the first read. */
const MARGIN_MS = 30 * 60_000;

export async function loadNeighbourhood(
  tx: Transaction,
  user_id: string,
  { seeds, ...change }: Change,
): Promise<Neighbourhood> {
  const known = new Map<string, KnownRecord>();
  const ruled = await findRulings(tx, user_id);
  const seen: TimeRange[] = [];
  let around: readonly Candidate[] = seeds;
  while (around.length > 0) {
    const ranges = rangesAround(around, REACH_MS + MARGIN_MS);
    for (const record of await findRecordsWithin(tx, { user_id, ranges })) known.set(record.id, record);
    seen.push(...ranges);
    await addPartners(tx, user_id, ruled, known);
    const live = [...known.values()].filter(({ activity_id }) => activity_id !== null);
    const rulings = byKeys(ruled, known);
    const crowd = crowdOf({ stored: [...known.values()], ...change });
    const found = reachableRecords({ records: live, rulings, together: ofOneActivity(live), crowd }, seeds);
    around = found.filter((record) =>
      rangesAround([record], REACH_MS).some((range) => !isWithin(range, seen)),
    );
  }
  const records = [...known.values()];
  return { records, rulings: byKeys(ruled, known), crowd: crowdOf({ stored: records, ...change }) };
}

export function ofOneActivity<T extends KnownRecord>(records: readonly T[]): T[][] {
  return [...Map.groupBy(records, ({ activity_id }) => activity_id).values()];
}

async function addPartners(
  tx: Transaction,
  user_id: string,
  ruled: readonly RulingRow[],
  known: Map<string, KnownRecord>,
): Promise<void> {
  const together = ruled.filter(({ same }) => same);
  const found = new Set(known.keys());
  const next = (): string[] =>
    together
      .filter(({ record_a, record_b }) => found.has(record_a) !== found.has(record_b))
      .flatMap(({ record_a, record_b }) => [record_a, record_b])
      .filter((id) => !found.has(id));
  for (let ids = next(); ids.length > 0; ids = next()) for (const id of ids) found.add(id);
  const ids = [...found].filter((id) => !known.has(id));
  for (const record of await findFullRecords(tx, { user_id, ids })) known.set(record.id, record);
}

function byKeys(ruled: readonly RulingRow[], known: ReadonlyMap<string, KnownRecord>): Ruling[] {
  return ruled.flatMap(({ record_a, record_b, same }) => {
    const [a, b] = [known.get(record_a), known.get(record_b)];
    return a && b ? [{ a: a.key, b: b.key, same }] : [];
  });
}

/** The fewest ranges that cover all records. */
function rangesAround(records: readonly Candidate[], reachMs: number): TimeRange[] {
  const ranges: { from: Date; until: Date }[] = [];
  for (const start of records.map(({ start_time }) => start_time.getTime()).toSorted((a, b) => a - b)) {
    const [from, until] = [new Date(start - reachMs), new Date(start + reachMs)];
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.until) last.until = until;
    else ranges.push({ from, until });
  }
  return ranges;
}

function isWithin({ from, until }: TimeRange, seen: readonly TimeRange[]): boolean {
  return seen.some((range) => range.from <= from && until <= range.until);
}
