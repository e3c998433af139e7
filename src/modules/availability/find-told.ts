import type { Queryable } from '../../infra/db/queryable.ts';
import { type Audience, type DailyPart, dailyCeiling, type PrivacySettings } from '../../privacy/index.ts';
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
  const told = await findToldOfMany(db, { people: [{ user_id, shown }], from, to });
  return {
    ...(told.get(user_id) ?? NOTHING_TOLD),
    privacy_filtered: hiddenParts(shown),
  };
}

export const NOTHING_TOLD: Told = { entries: [], injuries: [] };

/** The same for many people in two statements at most; people without visible entries are absent. */
export async function findToldOfMany(
  db: Queryable,
  asked: DayRange & {
    readonly people: readonly { readonly user_id: string; readonly shown: readonly DailyPart[] }[];
  },
): Promise<Map<string, Told>> {
  const { people, from, to } = asked;
  const shownOf = new Map(people.map(({ user_id, shown }) => [user_id, shown]));
  const idsOf = (part: DailyPart) =>
    people.filter(({ shown }) => shown.includes(part)).map(({ user_id }) => user_id);
  const ofUser = ({ user_id }: { readonly user_id: string }) => user_id;
  const entries = Map.groupBy(
    await findEntriesOfDays(db, { user_ids: idsOf('availability'), from, to }),
    ofUser,
  );
  const injuries = Map.groupBy(
    await findInjuriesOfDays(db, { user_ids: idsOf('injuries'), from, to }),
    ofUser,
  );
  return new Map(
    [...new Set([...entries.keys(), ...injuries.keys()])].map((user_id) => {
      const told = { entries: entries.get(user_id) ?? [], injuries: injuries.get(user_id) ?? [] };
      return [user_id, viewTold(told, shownOf.get(user_id) ?? [])];
    }),
  );
}

/** What an audience that sees these parts is shown of all that somebody told. */
export function viewTold(told: Told, shown: readonly DailyPart[]): Told {
  const shows_reason = shown.includes('availability_reason');
  return {
    entries: shown.includes('availability') ? told.entries.map((entry) => toEntry(entry, shows_reason)) : [],
    injuries: shown.includes('injuries') ? told.injuries.map(toInjury) : [],
  };
}

/** In the order of the alphabet, as all that is filtered. */
const PARTS = ['availability', 'availability_reason', 'injuries'] as const;
export type HiddenPart = (typeof PARTS)[number];

export const hiddenParts = (shown: readonly DailyPart[]): HiddenPart[] =>
  PARTS.filter((part) => !shown.includes(part));

function toEntry(entry: AvailabilityEntry, shows_reason: boolean): AvailabilityEntry {
  const { id, kind, part, minutes, weekdays, from, to, reason } = entry;
  return { id, kind, part, minutes, weekdays, from, to, reason: shows_reason ? reason : null };
}

function toInjury({ id, kind, area, from, to, running, note }: InjuryEntry): InjuryEntry {
  return { id, kind, area, from, to, running, note };
}
