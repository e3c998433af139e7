import { type Crowd, crowdedDays, dayNumber } from './crowd.ts';
import { type Candidate, type Edge, findEdges, numberLanes } from './find-edges.ts';

/** The athlete's decision on two records, by key. */
export type Ruling = { readonly a: string; readonly b: string; readonly same: boolean };

/**
 * Groups records by activity. Each two of a group are alike and of different lanes, except where the athlete joined them.
 * The result depends on records and decisions alone: the closest pairs are joined first, ties broken by key.
 * @param crowded days on which only the athlete groups
 */
export function clusterRecords<T extends Candidate>(
  given: readonly T[],
  rulings: readonly Ruling[],
  crowded: ReadonlySet<number> = crowdedDays(given),
): T[][] {
  const records = given.toSorted(byKey);
  const groups = groupByHand(records, rulings);
  const groupOf = records.map((): Group | undefined => undefined);
  for (const group of groups) for (const member of group.members) groupOf[member] = group;
  const edges = findEdges(records, crowded).toSorted(closestFirst);
  const meet = meeting(records, rulings, edges);
  for (const { a, b } of edges) {
    const [one, other] = [groupOf[a], groupOf[b]];
    if (one === undefined || other === undefined || one === other || !meet(one, other)) continue;
    for (const member of other.members) groupOf[member] = one;
    absorb(one, other);
  }
  return [...new Set(groupOf)]
    .flatMap((group) => (group === undefined ? [] : [group.members.toSorted((a, b) => a - b)]))
    .toSorted(([one = 0], [other = 0]) => one - other)
    .map((members) => members.flatMap((index) => records[index] ?? []));
}

/** Records that the athlete put together stay so, and count as one. */
type Group = {
  readonly members: number[];
  readonly atoms: (readonly number[])[];
  readonly lanes: Set<number>;
  /** Groups that it can never join; each pair is checked once. */
  readonly barred: Set<Group>;
};

function groupByHand(records: readonly Candidate[], rulings: readonly Ruling[]): Group[] {
  const atomOf = records.map((_, index) => [index]);
  const indexOf = new Map(records.map(({ key }, index) => [key, index]));
  const lanes = numberLanes(records);
  for (const { a, b } of rulings.filter(({ same }) => same)) {
    const [one, other] = [atomOf[indexOf.get(a) ?? -1], atomOf[indexOf.get(b) ?? -1]];
    if (one === undefined || other === undefined || one === other) continue;
    one.push(...other);
    for (const member of other) atomOf[member] = one;
  }
  return [...new Set(atomOf)].map((atom) => ({
    members: [...atom],
    atoms: [atom],
    lanes: new Set(atom.flatMap((index) => lanes[index] ?? [])),
    barred: new Set(),
  }));
}

/** Says of two groups whether they may be one. */
function meeting(
  records: readonly Candidate[],
  rulings: readonly Ruling[],
  edges: readonly Edge[],
): (one: Group, other: Group) => boolean {
  const pairOf = (a: number, b: number): number => Math.min(a, b) * records.length + Math.max(a, b);
  const alike = new Set(edges.map(({ a, b }) => pairOf(a, b)));
  const indexOf = new Map(records.map(({ key }, index) => [key, index]));
  const apart = new Set(
    rulings
      .filter(({ same }) => !same)
      .map(({ a, b }) => pairOf(indexOf.get(a) ?? Number.NaN, indexOf.get(b) ?? Number.NaN)),
  );
  const mayMeet = (one: Group, other: Group): boolean =>
    one.lanes.isDisjointFrom(other.lanes) &&
    one.atoms.every((atom) =>
      other.atoms.every((another) => atom.some((a) => another.some((b) => alike.has(pairOf(a, b))))),
    ) &&
    (apart.size === 0 || one.members.every((a) => other.members.every((b) => !apart.has(pairOf(a, b)))));
  return (one, other) => {
    if (one.barred.has(other)) return false;
    if (mayMeet(one, other)) return true;
    one.barred.add(other);
    other.barred.add(one);
    return false;
  };
}

function absorb(one: Group, other: Group): void {
  one.members.push(...other.members);
  one.atoms.push(...other.atoms);
  for (const lane of other.lanes) one.lanes.add(lane);
  for (const third of other.barred) {
    one.barred.add(third);
    third.barred.add(one);
  }
}

/**
 * The records that a change of the seeds can regroup: all that are connected to them.
 * @param given.together records of one activity so far
 */
export function reachableRecords<T extends Candidate>(
  given: {
    readonly records: readonly T[];
    readonly rulings: readonly Ruling[];
    readonly together: readonly (readonly T[])[];
    readonly crowd?: Crowd;
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
  const { crowd = { after: crowdedDays(given.records), ever: crowdedDays(nodes) } } = given;
  for (const { a, b } of findEdges(nodes, crowd.after)) link(a, b);
  for (const [day, indices] of Map.groupBy(nodes.keys(), (index) => dayOf(nodes[index]))) {
    if (crowd.ever.has(day)) for (const index of indices.slice(1)) link(indices[0] ?? index, index);
  }
  for (const { a, b, same } of given.rulings) if (same) linkKeys(a, b);
  for (const records of given.together) {
    for (const { key } of records.slice(1)) linkKeys(records[0]?.key ?? '', key);
  }
  // A seed also counts with its record's former values.
  for (const { key } of seeds) linkKeys(key, key);
  const found = new Set(seeds.map((_, index) => given.records.length + index));
  for (const index of found) for (const neighbour of neighbours[index] ?? []) found.add(neighbour);
  return given.records.filter((_, index) => found.has(index));
}

function closestFirst(one: Edge, other: Edge): number {
  for (const [place, value] of one.closeness.entries()) {
    const difference = value - (other.closeness[place] ?? value);
    if (difference !== 0) return difference;
  }
  // Indices follow the order of keys.
  return one.a - other.a || one.b - other.b;
}

const byKey = (one: Candidate, other: Candidate): number => (one.key < other.key ? -1 : 1);
const dayOf = (record: Candidate | undefined): number => (record === undefined ? 0 : dayNumber(record));
