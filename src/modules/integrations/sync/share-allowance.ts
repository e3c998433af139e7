import type { Database } from '../../../infra/db/database.ts';
import { type Providers, requireProvider } from '../find-provider.ts';
import type { Allowance, PlatformId } from '../provider.ts';
import { findAllowance, forgetAllowances, noteAllowance } from './queries.ts';

/**
 * How many more requests a platform takes from all servers together, by its last answers to each of them; null where it has said
 * nothing, or that is over. To be called after each answer, since it tells the other servers what this one has heard.
 */
export async function shareAllowance(
  { db, providers }: { readonly db: Database; readonly providers: Providers },
  provider: PlatformId,
  now: Date,
): Promise<Allowance | null> {
  const heard = requireProvider(providers, provider).allowance();
  const known = await findAllowance(db, provider, now);
  const isNews = heard !== null && !(known !== null && isSame(known, heard) && known.left <= heard.left);
  if (!isNews) return known;
  await forgetAllowances(db, provider, now);
  await noteAllowance(db, provider, heard);
  return await findAllowance(db, provider, now);
}

const isSame = (one: Allowance, other: Allowance): boolean =>
  one.limit === other.limit && one.until.getTime() === other.until.getTime();
