import type { Queryable } from '../../infra/db/queryable.ts';
import { type Audience, dailyCeiling, type PrivacySettings } from '../../privacy/index.ts';
import type { DayRange } from '../../shared/day-range.ts';
import type { AvailabilityEntry, InjuryEntry, Told } from '../../training/availability/told.ts';
import { findEntriesOfDays, findInjuriesOfDays } from './queries.ts';

/** What somebody told of the days of a range, as an audience sees it; what is hidden is read by nobody. */
export async function findTold(
  db: Queryable,
  asked: DayRange & {
    readonly user_id: string;
    readonly settings: PrivacySettings;
    readonly audience: Audience;
  },
): Promise<Told & { readonly privacy_filtered: readonly HiddenPart[] }> {
  const { user_id, from, to } = asked;
  const { shown } = dailyCeiling(asked).parts;
  const range = { user_id, from, to };
  const entries = shown.includes('availability') ? await findEntriesOfDays(db, range) : [];
  const injuries = shown.includes('injuries') ? await findInjuriesOfDays(db, range) : [];
  const shows_reason = shown.includes('availability_reason');
  return {
    entries: entries.map((entry) => toEntry(entry, shows_reason)),
    injuries: injuries.map(toInjury),
    privacy_filtered: PARTS.filter((part) => !shown.includes(part)),
  };
}

/** In the order of the alphabet, as all that is filtered. */
const PARTS = ['availability', 'availability_reason', 'injuries'] as const;
export type HiddenPart = (typeof PARTS)[number];

function toEntry(entry: AvailabilityEntry, shows_reason: boolean): AvailabilityEntry {
  const { id, kind, part, minutes, weekdays, from, to, reason } = entry;
  return { id, kind, part, minutes, weekdays, from, to, reason: shows_reason ? reason : null };
}

function toInjury({ id, kind, area, from, to, running, note }: InjuryEntry): InjuryEntry {
  return { id, kind, area, from, to, running, note };
}
