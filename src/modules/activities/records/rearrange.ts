import type { Transaction } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { emitRemoved } from '../activities-gone.ts';
import { emitStored } from '../activities-stored.ts';
import type { StoredActivity } from '../activity.ts';
import { insertStreams } from '../queries.ts';
import { type Draft, isDeleted, type KnownRecord } from './activity-record.ts';
import { clusterRecords, reachableRecords } from './cluster.ts';
import { dayNumber } from './crowd.ts';
import { marksOf, uniteEdits } from './edits.ts';
import { inheritActivities, type Marking } from './inherit-activities.ts';
import { loadNeighbourhood, ofOneActivity } from './load-neighbourhood.ts';
import { type MergeContext, makeActivity } from './make-activity.ts';
import { compareRecords } from './match.ts';
import type { ToldRecord } from './merge.ts';
import {
  deleteActivities,
  deleteRecords,
  deleteStreams,
  type FoundRecord,
  findFullRecords,
  findKeptActivities,
  keepEdits,
  moveRecords,
  saveActivities,
  saveHeirs,
  saveRecords,
} from './queries.ts';

type Keeping = MergeContext & { readonly tx: Transaction; readonly events: Pick<Events, 'emit'> };

type Rearrangement = {
  /** New, or told anew. */
  readonly drafts: readonly Draft[];
  /** Records that their sources withdrew. */
  readonly removed?: readonly FoundRecord[];
  /** They will not come back, so manual edits are not kept. */
  readonly for_good?: boolean;
  /** Records that the athlete has decided on. */
  readonly ruled?: readonly KnownRecord[];
  readonly leaving?: string;
};

/**
 * Stores records and regroups all connected ones; the result depends on the records alone, so any order gives the same
 * (under `holdActivities`). The number of statements does not grow with the records.
 * @returns each draft's activity by record id; none where the athlete deleted it
 */
export async function rearrange(
  keeping: Keeping,
  { drafts, removed = [], ruled = [], leaving, for_good = false }: Rearrangement,
): Promise<Map<string, string>> {
  const { tx, owner } = keeping;
  const { user_id } = owner;
  const before = [...drafts.flatMap((draft) => draft.before ?? []), ...removed];
  const seeds = [...drafts, ...before, ...ruled];
  const near = await loadNeighbourhood(tx, user_id, { seeds, drafts, removed });
  const rewritten = new Set([...removed, ...drafts].map(({ id }) => id));
  const others = near.records.filter(({ id }) => !rewritten.has(id));
  const [live, silent] = split(others, isLive);
  const { absorbed, told } = recallDeleted(drafts, { live, silent, crowded: near.crowd.after });

  const records: readonly KnownRecord[] = [...live, ...told];
  const together = ofOneActivity(records.filter(isLive));
  const affected = reachableRecords({ ...near, records, together }, seeds);
  const clusters = changedClusters(clusterRecords(affected, near.rulings, near.crowd.after), told, [
    ...live,
    ...before,
  ]);
  const touched = [...clusters.flat(), ...before].flatMap(({ activity_id }) => activity_id ?? []);
  const kept = await findKeptActivities(tx, { user_id, ids: [...new Set(touched)] });
  const full = await readTold(keeping, clusters.flat(), told);
  const markings = markingsOf(clusters.flat(), full, removed);
  const { inheritances, of_removed } = inheritActivities({ clusters, kept, markings, leaving, removed });
  const made = inheritances.map(({ cluster, ...inheritance }) => {
    const records = cluster.flatMap(({ id }) => full.get(id) ?? []);
    const { own, joined } = inheritance;
    return { cluster, joined, is_new: own === null, ...makeActivity(keeping, inheritance, records) };
  });

  const changed = made.filter(({ is_changed }) => is_changed);
  await saveActivities(
    tx,
    changed.map(({ activity }) => activity),
  );
  const activityOf = new Map(
    made.flatMap(({ cluster, activity }) => cluster.map(({ id }) => [id, activity] as const)),
  );
  await saveAll(keeping, { told, absorbed, live, activityOf });
  const [edited, plain] = split(of_removed, ({ edits }) => !for_good && Object.keys(edits).length > 0);
  await keepEdits(tx, { user_id, records: edited, now: keeping.now });
  await deleteRecords(tx, { user_id, ids: plain.map(({ id }) => id) });
  const living = new Set(made.map(({ activity }) => activity.id));
  const gone = kept.map(({ id }) => id).filter((id) => !living.has(id));
  const heirs = made.flatMap(({ joined, activity }) =>
    joined.map((activity_id) => ({ activity_id, heir_id: activity.id })),
  );
  await saveHeirs(tx, { user_id, heirs });
  await deleteActivities(tx, { user_id, ids: gone });
  await emitRemoved(tx, keeping.events, { user_id, activity_ids: gone });
  const stored = changed.map(({ activity: { start_time }, is_new }) => ({ start_time, is_new }));
  await emitStored(tx, keeping, user_id, stored);
  return new Map([...activityOf].map(([id, activity]) => [id, activity.id]));
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

const isLive = ({ activity_id }: KnownRecord): boolean => activity_id !== null;

function changedClusters(
  clusters: readonly KnownRecord[][],
  told: readonly Draft[],
  before: readonly KnownRecord[],
): KnownRecord[][] {
  const anew = new Set(told.map(({ id }) => id));
  const membersOf = new Map(
    ofOneActivity(before).map((records) => [records[0]?.activity_id, new Set(records.map(({ id }) => id))]),
  );
  return clusters.filter((cluster) => {
    const members = membersOf.get(cluster[0]?.activity_id) ?? new Set();
    return members.size !== cluster.length || cluster.some(({ id }) => anew.has(id) || !members.has(id));
  });
}

async function readTold(
  { tx, owner }: Keeping,
  records: readonly KnownRecord[],
  told: readonly Draft[],
): Promise<ReadonlyMap<string, ToldRecord>> {
  const full = new Map<string, ToldRecord>(told.map((draft) => [draft.id, draft]));
  const ids = records.map(({ id }) => id).filter((id) => !full.has(id));
  for (const { told: word, ...record } of await findFullRecords(tx, { user_id: owner.user_id, ids })) {
    if (word !== null) full.set(record.id, { ...record, told: word });
  }
  return full;
}

function markingsOf(
  records: readonly KnownRecord[],
  full: ReadonlyMap<string, ToldRecord>,
  removed: readonly FoundRecord[],
): Marking[] {
  const said = records.map(({ id, activity_id }) => ({ id, activity_id, told: full.get(id)?.told }));
  return [...said, ...removed].flatMap(({ id, activity_id, told }) =>
    told ? [{ id, activity_id, private: told.private, is_race: told.is_race }] : [],
  );
}

async function saveAll(
  { tx, owner: { user_id }, now }: Keeping,
  given: {
    told: readonly Draft[];
    absorbed: readonly Draft[];
    live: readonly KnownRecord[];
    activityOf: ReadonlyMap<string, StoredActivity>;
  },
): Promise<void> {
  const placeOf = ({ id }: KnownRecord): string | null => given.activityOf.get(id)?.id ?? null;
  const records = [...given.told, ...given.absorbed].map((draft) => ({
    ...draft,
    activity_id: placeOf(draft),
    told_at: now,
  }));
  await saveRecords(tx, { user_id, records });
  const moved = given.live.flatMap((record) => {
    const activity_id = placeOf(record);
    return activity_id === null || activity_id === record.activity_id ? [] : [{ id: record.id, activity_id }];
  });
  await moveRecords(tx, { user_id, moves: moved });
  await storeStreams(tx, user_id, given.told);
}

/** Stores reported samples and deletes withdrawn ones. */
export async function storeStreams(
  tx: Transaction,
  user_id: string,
  told: readonly Pick<Draft, 'id' | 'before' | 'packed_streams'>[],
): Promise<void> {
  const taken = told.filter(({ before, packed_streams }) => before !== null && packed_streams === null);
  await deleteStreams(tx, { user_id, ids: taken.map(({ id }) => id) });
  await insertStreams(
    tx,
    told.flatMap(({ id, packed_streams }) =>
      packed_streams ? [{ record_id: id, user_id, data: packed_streams }] : [],
    ),
  );
}

function recallDeleted(
  drafts: readonly Draft[],
  given: {
    readonly live: readonly KnownRecord[];
    readonly silent: readonly KnownRecord[];
    readonly crowded: ReadonlySet<number>;
  },
): { readonly absorbed: readonly Draft[]; readonly told: readonly Draft[] } {
  const [absorbed, told]: [Draft[], Draft[]] = [[], []];
  for (const draft of drafts) {
    const isNews = draft.activity_id === null && !given.crowded.has(dayNumber(draft));
    const isAlike = (other: KnownRecord): boolean => compareRecords(draft, other) !== null;
    const alike = isNews ? given.silent.filter(isAlike) : [];
    const isOfDeleted = alike.some((one) => isDeleted(one) && one.source !== draft.source);
    if (draft.external_id !== null && isOfDeleted && !given.live.some(isAlike)) absorbed.push(draft);
    else told.push(withMarks(draft, alike));
  }
  return { absorbed, told };
}

function withMarks(draft: Draft, alike: readonly KnownRecord[]): Draft {
  const marks = marksOf(alike.flatMap(({ edits }) => edits ?? []));
  return Object.keys(marks).length === 0
    ? draft
    : { ...draft, edits: uniteEdits([draft.edits ?? {}, marks]) };
}
