import { type Draft, isDeleted, type KnownRecord } from './activity-record.ts';
import { dayNumber } from './crowd.ts';
import { marksOf, uniteEdits } from './edits.ts';
import { compareRecords } from './match.ts';

/**
 * What is remembered of workouts that nobody tells of any more, and concerns the drafts: a platform's first word on one that the
 * athlete deleted is kept from them (`absorbed`), and one that they hid by hand is hidden whoever tells of it.
 *
 * @param given.silent records without a word: their workout was deleted, or their source took it back
 * @param given.crowded days on which nothing is taken for the same
 */
export function recallDeleted(
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
