import type { Queryable } from '../../infra/db/queryable.ts';
import { dailyCeiling, type PrivacySettings } from '../../privacy/index.ts';
import type { StoredEntry, StoredInjury } from './entry.ts';
import { findEntriesOf, findInjuriesOf } from './queries.ts';

type Person = { readonly id: string; readonly privacy: PrivacySettings };

/** Which parts of it programs of an organization see. */
export function sharedParts({ privacy: settings }: Person) {
  const { shown } = dailyCeiling({ settings, audience: 'organization_api' }).parts;
  return {
    availability: shown.includes('availability'),
    availability_reason: shown.includes('availability_reason'),
    injuries: shown.includes('injuries'),
  };
}

/**
 * What each person reported, as an organization's programs see it, independent of the day. People who share nothing are
 * absent; hidden parts are not read.
 */
export async function findSharedAvailability(db: Queryable, people: readonly Person[]) {
  const parts = new Map(people.map((person) => [person.id, sharedParts(person)]));
  const who = (part: 'availability' | 'injuries'): string[] =>
    [...parts].flatMap(([id, shown]) => (shown[part] ? [id] : []));
  const ofUser = ({ user_id }: { readonly user_id: string }): string => user_id;
  const entries = Map.groupBy(await findEntriesOf(db, who('availability')), ofUser);
  const injuries = Map.groupBy(await findInjuriesOf(db, who('injuries')), ofUser);
  const shared = new Map<string, SharedAvailability>();
  for (const [id, shown] of parts) {
    if (!shown.availability && !shown.injuries) continue;
    const own = { entries: entries.get(id) ?? [], injuries: injuries.get(id) ?? [] };
    shared.set(id, present(id, shown, own));
  }
  return shared;
}

export type SharedAvailability = ReturnType<typeof present>;

function present(
  athlete_id: string,
  shown: ReturnType<typeof sharedParts>,
  { entries, injuries }: { entries: readonly StoredEntry[]; injuries: readonly StoredInjury[] },
) {
  return {
    athlete_id,
    entries: entries.map(({ id, kind, part, minutes, weekdays, from, to, reason }) => ({
      ...{ entry_id: id, kind, part, minutes, weekdays, from, to },
      reason: shown.availability_reason ? reason : null,
    })),
    injuries: injuries.map(({ id, kind, area, from, to, running, note }) => ({
      ...{ injury_id: id, kind, area, from, to, running, note },
    })),
    privacy_filtered: PARTS.filter((part) => !shown[part]),
  };
}

/** In the order of the alphabet. */
const PARTS = ['availability', 'availability_reason', 'injuries'] as const;
