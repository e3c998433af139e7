import type { KnownRecord } from './activity-record.ts';
import { type ActivityEdits, marksOf, uniteEdits } from './edits.ts';
import type { KeptActivity } from './queries.ts';

/** Records of one workout, the activity they go on as, and what was set by hand of it. */
export type Heritage = {
  readonly cluster: readonly KnownRecord[];
  /** Null: they have none yet. */
  readonly own: KeptActivity | null;
  readonly edits: ActivityEdits;
};

/**
 * Which activity goes on as which workout, so that ids stay what they were as far as they can: each where the record is that it
 * mostly showed, and of several that turn out to be one, the oldest. Who leaves a hidden activity stays hidden.
 *
 * @param kept the oldest first
 * @param leaving of a record that is split off: the activity goes on without it
 */
export function inheritActivities(
  clusters: readonly (readonly KnownRecord[])[],
  kept: readonly KeptActivity[],
  leaving: string | null,
): Heritage[] {
  const staying = clusters.filter((cluster) => cluster.some(({ id }) => id !== leaving));
  const heirs = new Map(kept.map((activity) => [activity, heirOf(activity, staying)]));
  return clusters.map((cluster) => {
    const own = kept.filter((activity) => heirs.get(activity) === cluster);
    const left = kept.filter(
      (activity) => !own.includes(activity) && cluster.some(({ activity_id }) => activity_id === activity.id),
    );
    const edits = uniteEdits(own.map((activity) => activity.edits));
    return { cluster, own: own[0] ?? null, edits: { ...edits, ...marksOf(left.map((one) => one.edits)) } };
  });
}

function heirOf(
  activity: KeptActivity,
  clusters: readonly (readonly KnownRecord[])[],
): readonly KnownRecord[] | undefined {
  const records = clusters.flat().filter(({ activity_id }) => activity_id === activity.id);
  const shown =
    records.find(({ id }) => id === activity.streams_of) ??
    records.find(
      ({ source, external_id }) => source === activity.source && external_id === activity.external_id,
    ) ??
    records.toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];
  return clusters.find((cluster) => cluster.some((record) => record === shown));
}
