import type { Transaction } from '../../../infra/db/database.ts';
import { findUser } from '../../users/index.ts';
import { noSuchActivity } from '../errors.ts';
import type { Owner } from './merge.ts';
import { holdActivities } from './queries.ts';
import { ownerOf } from './store-reports.ts';

/**
 * Locks the person for an athlete who arranges activities.
 * @throws noSuchActivity for an account that was deleted meanwhile
 */
export async function takeOwnTurn(tx: Transaction, user_id: string): Promise<Owner> {
  const user = (await holdActivities(tx, user_id)) ? await findUser(tx, user_id) : null;
  if (user === null) throw noSuchActivity();
  return ownerOf(user);
}
