import { UNREAD_REASONS } from '../session-text/read-session-text.ts';

/** Why a line of a draft cannot be read. Each reason has words in every language (`drafts.line.…` of the catalogs). */
export const LINE_REASONS = [
  ...UNREAD_REASONS,
  'day_unknown',
  'day_missing',
  'day_taken',
  'date_outside',
  'mark_twice',
  'session_too_long',
  'week_total_too_small',
  'line_too_long',
  'notes_too_long',
  'too_many_lines',
] as const;
export type LineReason = (typeof LINE_REASONS)[number];

/** A line of a draft that cannot be read; `nearest` is a similar text that could be read. */
export type LineFault = {
  /** The number of the line, from 1. */
  readonly number: number;
  readonly text: string;
  readonly reason: LineReason;
  readonly nearest?: string;
};

/** At most this many faults are listed; of the others only the number is told. */
export const MOST_LINE_FAULTS = 20;

export type WeeksFault =
  | { readonly code: 'draft_without_weeks'; readonly values: { readonly weeks: number } }
  | {
      readonly code: 'draft_weeks_differ';
      /** The missing and the unknown week numbers, joined by commas; either may be empty. */
      readonly values: { readonly weeks: number; readonly missing: string; readonly unknown: string };
    }
  | { readonly code: 'draft_week_repeated'; readonly values: { readonly week: number } }
  | {
      readonly code: 'draft_weeks_out_of_order';
      readonly values: { readonly week: number; readonly after: number };
    };
