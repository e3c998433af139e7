import type { KnownRecord } from './activity-record.ts';
import { type ActivityEdits, marksOf, uniteEdits } from './edits.ts';
import type { KeptActivity } from './queries.ts';

/** Records of one workout, the activity they go on as, and what was set by hand of it. */
export type Inheritance = {
  readonly cluster: readonly KnownRecord[];
  /** Null: they have none yet. */
  readonly own: KeptActivity | null;
  /** Activities that go on as `own`, since they turned out to be the same workout. */
  readonly joined: readonly string[];
  readonly edits: ActivityEdits;
};

/** What a record says now of being hidden; of one that goes, what it said last. */
export type Marking = Pick<KnownRecord, 'id' | 'activity_id'> & {
  readonly private: boolean;
  readonly is_race: boolean;
};

type Given = {
  readonly clusters: readonly (readonly KnownRecord[])[];
  /** Their activities so far, the oldest first. */
  readonly kept: readonly KeptActivity[];
  readonly markings: readonly Marking[];
  /** Of a record that is split off: the activity goes on without it. */
  readonly leaving: string | undefined;
  readonly removed: readonly KnownRecord[];
};

/**
 * Which activity goes on as which workout, so that ids stay what they were as far as they can: each where the record is that it
 * mostly showed, and of several that turn out to be one, the oldest.
 *
 * Nothing is shown more widely because records part: the marks of those that were together stay, set as if by hand, with each
 * that goes on without them.
 *
 * @returns also what stays with each record that goes: all that was set, where it was the last of its activity
 */
export function inheritActivities({ clusters, kept, markings, leaving, removed }: Given): {
  readonly inheritances: Inheritance[];
  readonly of_removed: { readonly id: string; readonly edits: ActivityEdits }[];
} {
  const activities = new Map(kept.map((activity) => [activity.id, activity]));
  const places = placesByActivity(clusters.filter((cluster) => cluster.some(({ id }) => id !== leaving)));
  const heirs = Map.groupBy(kept, (activity) => heirOf(activity, places.get(activity.id) ?? []));
  const said = Map.groupBy(markings, ({ activity_id }) => activity_id);
  const inherit = (records: readonly KnownRecord[], own: readonly KeptActivity[]): ActivityEdits => {
    const ids = new Set(records.map(({ id }) => id));
    const before = [...new Set(records.flatMap(({ activity_id }) => activity_id ?? []))];
    const left = before.flatMap((id) => activities.get(id) ?? []).filter((one) => !own.includes(one));
    const parted = before.flatMap((id) => said.get(id) ?? []).filter(({ id }) => !ids.has(id));
    const returned = records.flatMap(({ edits }) => edits ?? []);
    return {
      ...uniteEdits([...own.map(({ edits }) => edits), ...returned]),
      ...marksOf([...left.map(({ edits }) => edits), ...parted]),
    };
  };
  const inheritances = clusters.map((cluster): Inheritance => {
    const own = heirs.get(cluster) ?? [];
    const joined = own.slice(1).map(({ id }) => id);
    return { cluster, own: own[0] ?? null, joined, edits: inherit(cluster, own) };
  });
  const orphaned = heirs.get(undefined) ?? [];
  const of_removed = removed.map((record) => {
    const own = orphaned.filter(({ id }) => id === record.activity_id);
    return { id: record.id, edits: inherit([record], own) };
  });
  return { inheritances, of_removed };
}

type Place = { readonly record: KnownRecord; readonly cluster: readonly KnownRecord[] };

function placesByActivity(clusters: readonly (readonly KnownRecord[])[]): Map<string | null, Place[]> {
  const places = clusters.flatMap((cluster) => cluster.map((record): Place => ({ record, cluster })));
  return Map.groupBy(places, ({ record }) => record.activity_id);
}

function heirOf(
  { streams_of, source, external_id }: KeptActivity,
  places: readonly Place[],
): readonly KnownRecord[] | undefined {
  const shown =
    places.find(({ record }) => record.id === streams_of) ??
    places.find(({ record }) => record.source === source && record.external_id === external_id) ??
    places.toSorted((a, b) => (a.record.key < b.record.key ? -1 : 1))[0];
  return shown?.cluster;
}
