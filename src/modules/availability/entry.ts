import type { AvailabilityEntry, InjuryEntry } from '../../training/availability/told.ts';

type Kept = { readonly user_id: string; readonly created_at: Date; readonly updated_at: Date };

export type StoredEntry = AvailabilityEntry & Kept;
export type StoredInjury = InjuryEntry & Kept;

/** What an athlete says of an entry. */
export type EntryFields = Omit<AvailabilityEntry, 'id'>;
export type InjuryFields = Omit<InjuryEntry, 'id'>;

export type Change<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };
