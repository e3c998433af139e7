import type { SourcePolicies } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import type { Inheritance } from './inherit-activities.ts';
import { mergeRecords, type Owner, type ToldRecord } from './merge.ts';
import { mixingRules } from './mixing-rules.ts';
import type { KeptActivity, SavedActivity } from './queries.ts';

export type MergeContext = { readonly owner: Owner; readonly policies: SourcePolicies; readonly now: Date };

/** The activity that the records form, and whether it has changed. */
export function makeActivity(
  { owner, policies, now }: MergeContext,
  { own, edits }: Pick<Inheritance, 'own' | 'edits'>,
  records: readonly ToldRecord[],
): { activity: SavedActivity; is_changed: boolean } {
  const several = new Set(records.map(({ source }) => source)).size > 1;
  const activity = {
    ...mergeRecords(records, { edits, policies, owner }),
    id: own?.id ?? newId(),
    user_id: owner.user_id,
    created_at: own?.created_at ?? now,
    updated_at: own?.updated_at ?? now,
    edits,
    merged_under: several ? mixingRules(policies) : null,
  };
  if (own === null) return { activity, is_changed: true };
  // A change of the merge rules alone is no change for others.
  if (!isEqual({ ...activity, merged_under: own.merged_under }, own)) {
    return { activity: { ...activity, updated_at: now }, is_changed: true };
  }
  return { activity, is_changed: activity.merged_under !== own.merged_under };
}

function isEqual(one: SavedActivity, other: KeptActivity): boolean {
  const text = (activity: SavedActivity | KeptActivity): string =>
    JSON.stringify(Object.entries(activity).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return text(one) === text(other);
}
