import { type KnownRecord, laneOf } from './activity-record.ts';
import { type Closeness, compareRecords, REACH_MS, type Recognisable } from './match.ts';

/** A record as it is grouped: by what it tells, and by names that do not depend on when it came. */
export type Candidate = Recognisable & Pick<KnownRecord, 'key' | 'source'>;

/** What the athlete said of two records, by their keys. */
export type Ruling = { readonly a: string; readonly b: string; readonly same: boolean };

type Edge = { readonly a: number; readonly b: number; readonly closeness: Closeness };

/**
 * Groups records by the workout they tell of. Each two of a group are alike, and none are of one lane, but for those the
 * athlete put together. It depends on the records and rulings alone, not on their order: the closest pairs meet first, and where
 * two are equally close, the keys decide.
 */
export function clusterRecords<T extends Candidate>(given: readonly T[], rulings: readonly Ruling[]): T[][] {
  const records = given.toSorted(byKey);
  const groups = groupByHand(records, rulings);
  const groupOf = new Map(groups.flatMap((group) => group.members.map((index) => [index, group] as const)));
  const edges = findEdges(records).toSorted(closestFirst);
  const alike = new Set(edges.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  const apart = new Set(
    rulings.filter(({ same }) => !same).flatMap(({ a, b }) => [`${a}\n${b}`, `${b}\n${a}`]),
  );
  const keyOf = (index: number): string => records[index]?.key ?? '';
  const mayMeet = (one: Group, other: Group): boolean =>
    !one.lanes.some((lane) => other.lanes.includes(lane)) &&
    one.atoms.every((atom) =>
      other.atoms.every((another) => atom.some((a) => another.some((b) => alike.has(`${a} ${b}`)))),
    ) &&
    one.members.every((a) => other.members.every((b) => !apart.has(`${keyOf(a)}\n${keyOf(b)}`)));
  for (const { a, b } of edges) {
    const [one, other] = [groupOf.get(a), groupOf.get(b)];
    if (one === undefined || other === undefined || one === other || !mayMeet(one, other)) continue;
    one.members.push(...other.members);
    one.atoms.push(...other.atoms);
    one.lanes.push(...other.lanes);
    for (const member of other.members) groupOf.set(member, one);
  }
  return [...new Set(groupOf.values())]
    .map(({ members }) => members.toSorted((a, b) => a - b).flatMap((index) => records[index] ?? []))
    .toSorted((one, other) => (keyOfFirst(one) < keyOfFirst(other) ? -1 : 1));
}

/** Records that the athlete put together stay so, and count as one. */
type Group = { readonly members: number[]; readonly atoms: (readonly number[])[]; readonly lanes: string[] };

function groupByHand(records: readonly Candidate[], rulings: readonly Ruling[]): Group[] {
  const atomOf = records.map((_, index) => [index]);
  const indexOf = new Map(records.map(({ key }, index) => [key, index]));
  for (const { a, b } of rulings.filter(({ same }) => same)) {
    const [one, other] = [atomOf[indexOf.get(a) ?? -1], atomOf[indexOf.get(b) ?? -1]];
    if (one === undefined || other === undefined || one === other) continue;
    one.push(...other);
    for (const member of other) atomOf[member] = one;
  }
  return [...new Set(atomOf)].map((atom) => ({
    members: [...atom],
    atoms: [atom],
    lanes: atom.flatMap((index) => laneAt(records[index])),
  }));
}

/**
 * Those of the records that what happens to the seeds can move: all that hang together with them, through any number of
 * others. Nothing outside has to be grouped anew.
 *
 * @param given.together records that are of one activity so far
 */
export function reachableRecords<T extends Candidate>(
  given: {
    readonly records: readonly T[];
    readonly rulings: readonly Ruling[];
    readonly together: readonly (readonly T[])[];
  },
  seeds: readonly Candidate[],
): T[] {
  const nodes: Candidate[] = [...given.records, ...seeds];
  const neighbours = nodes.map((): number[] => []);
  const indicesOf = Map.groupBy(nodes.keys(), (index) => nodes[index]?.key ?? '');
  const link = (a: number, b: number): void => {
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  };
  const linkKeys = (a: string, b: string): void => {
    for (const one of indicesOf.get(a) ?? []) for (const other of indicesOf.get(b) ?? []) link(one, other);
  };
  for (const { a, b } of findEdges(nodes)) link(a, b);
  for (const { a, b, same } of given.rulings) if (same) linkKeys(a, b);
  for (const records of given.together) {
    for (const { key } of records.slice(1)) linkKeys(records[0]?.key ?? '', key);
  }
  // A seed stands for what its record was before, too.
  for (const { key } of seeds) linkKeys(key, key);
  const found = new Set(seeds.map((_, index) => given.records.length + index));
  for (const index of found) for (const neighbour of neighbours[index] ?? []) found.add(neighbour);
  return given.records.filter((_, index) => found.has(index));
}

function findEdges(records: readonly Candidate[]): Edge[] {
  const byStart = [...records.entries()].toSorted(
    ([, one], [, other]) => one.start_time.getTime() - other.start_time.getTime(),
  );
  const edges: Edge[] = [];
  for (const [place, [index, record]] of byStart.entries()) {
    for (let next = place + 1; next < byStart.length; next++) {
      const [otherIndex, other] = byStart[next] ?? [index, record];
      if (other.start_time.getTime() - record.start_time.getTime() > REACH_MS) break;
      const closeness = compareRecords(record, other);
      if (closeness === null) continue;
      edges.push({ a: Math.min(index, otherIndex), b: Math.max(index, otherIndex), closeness });
    }
  }
  return edges;
}

function closestFirst(one: Edge, other: Edge): number {
  for (const [place, value] of one.closeness.entries()) {
    const difference = value - (other.closeness[place] ?? value);
    if (difference !== 0) return difference;
  }
  // Indices go by keys.
  return one.a - other.a || one.b - other.b;
}

const laneAt = (record: Candidate | undefined): string[] => (record ? [laneOf(record)] : []);
const keyOfFirst = (records: readonly Candidate[]): string => records[0]?.key ?? '';
const byKey = (one: Candidate, other: Candidate): number => (one.key < other.key ? -1 : 1);
