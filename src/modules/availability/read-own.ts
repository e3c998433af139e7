import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import type { StoredEntry, StoredInjury } from './entry.ts';
import { noSuchEntry, noSuchInjury } from './errors.ts';
import { findEntry, findEntryPage, findInjury, findInjuryPage } from './queries.ts';

type Deps = { readonly db: Database };

const placeOf = ({ created_at, id }: StoredEntry | StoredInjury) => ({ at: created_at, id });

/** A page of the athlete's own entries, the latest first. */
export async function listEntries({ db }: Deps, { user_id }: UserActor, page: PageAsked) {
  return await pageOf(page, (asked) => findEntryPage(db, { user_id, ...asked }), placeOf);
}

export async function listInjuries({ db }: Deps, { user_id }: UserActor, page: PageAsked) {
  return await pageOf(page, (asked) => findInjuryPage(db, { user_id, ...asked }), placeOf);
}

export async function readEntryOf({ db }: Deps, { user_id }: UserActor, id: string): Promise<StoredEntry> {
  const entry = await findEntry(db, { user_id, id });
  if (entry === null) throw noSuchEntry();
  return entry;
}

export async function readInjuryOf({ db }: Deps, { user_id }: UserActor, id: string): Promise<StoredInjury> {
  const injury = await findInjury(db, { user_id, id });
  if (injury === null) throw noSuchInjury();
  return injury;
}
