import type { KnownRecord } from './activity-record.ts';
import { type ActivityEdits, marksOf, uniteEdits } from './edits.ts';
import type { KeptActivity } from './queries.ts';

/** Records of one activity, the activity id that continues, and its manual edits. */
export type Inheritance = {
  readonly cluster: readonly KnownRecord[];
  /** Null for a new activity. */
  readonly own: KeptActivity | null;
  /** Activities that turned out to be the same and continue as `own`. */
  readonly joined: readonly string[];
  readonly edits: ActivityEdits;
};

/** A record's current hidden marks; the last ones for a removed record. */
export type Marking = Pick<KnownRecord, 'id' | 'activity_id'> & {
  readonly private: boolean;
  readonly is_race: boolean;
};

type Given = {
  readonly clusters: readonly (readonly KnownRecord[])[];
  /** Their activities so far, the oldest first. */
  readonly kept: readonly KeptActivity[];
  readonly markings: readonly Marking[];
  /** A record that is split off; the activity continues without it. */
  readonly leaving: string | undefined;
  readonly removed: readonly KnownRecord[];
};

/**
 * Decides which activity id continues as which group, so that ids stay stable: each follows the record that it mostly
 * showed, and of merged ones the oldest continues. Splitting never shows more: marks stay with each part as if set by
 * hand.
 * @returns also the edits to keep with each removed record that was its activity's last
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
