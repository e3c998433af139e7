import type { DraftSummary, StoredDraft } from './draft.ts';

export function presentDraftSummary({ id, org_id, athlete_id, title, revision, ...times }: DraftSummary) {
  return {
    ...{ id, org_id, athlete_id, title, revision },
    created_at: times.created_at.toISOString(),
    updated_at: times.updated_at.toISOString(),
  };
}

export function presentDraft(stored: StoredDraft) {
  return {
    ...presentDraftSummary(stored),
    draft: stored.draft,
    form: stored.form,
    remarks: stored.remarks.map(({ from, text, week_number }) => ({
      ...{ from, text },
      ...(week_number === undefined ? {} : { week_number }),
    })),
  };
}
