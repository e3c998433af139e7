import { DAY_MS } from '../../../shared/time.ts';

/** How long a draft is kept after its last change. */
export const KEPT_DAYS = 90;
/** The most drafts of one coach in one organization. */
export const MAX_DRAFTS = 100;
/** The size of the form as JSON. */
export const MAX_FORM_BYTES = 20_000;
export const MAX_FORM_DEPTH = 10;
export const MAX_REMARKS = 200;
/** The length of a remark in characters. */
export const MAX_REMARK = 2_000;
export const REMARKERS = ['coach', 'engine'] as const;

type Remark = {
  readonly from: (typeof REMARKERS)[number];
  readonly text: string;
  readonly week_number?: number;
};

export type DraftContent = {
  readonly title: string;
  readonly draft: string;
  readonly athlete_id: string | null;
  readonly form: Readonly<Record<string, unknown>>;
  readonly remarks: readonly Remark[];
};
export type DraftSummary = Pick<DraftContent, 'title' | 'athlete_id'> & {
  readonly id: string;
  readonly org_id: string;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
};
export type StoredDraft = DraftSummary & DraftContent;

export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_DAYS * DAY_MS);
