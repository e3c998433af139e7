import type { Schemas } from '../../client/api.ts';

/** What one looks into or is about to write: an `id` or `race` of null is a new one. */
export type Opened =
  | { readonly type: 'workout'; readonly id: string }
  | { readonly type: 'race'; readonly race: Schemas['CalendarRace'] | null; readonly date: string }
  | { readonly type: 'away'; readonly id: string | null; readonly date: string }
  | { readonly type: 'injury'; readonly id: string | null; readonly date: string };
