import type { Transaction } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { ActivityTelling } from '../../activities/index.ts';
import type { User } from '../../users/index.ts';
import type { HealthTelling } from '../health/telling.ts';
import type { PlatformId, Session } from '../provider.ts';

type Key = { readonly user_id: string; readonly provider: PlatformId };
type Named = {
  user_id: string;
  source: PlatformId;
  external_id: string;
  policies: SourcePolicies;
  now: Date;
};

export async function storeTellings(
  _tx: Transaction,
  _input: { user: User; tellings: readonly ActivityTelling[]; policies: SourcePolicies; now: Date },
): Promise<{ activity_ids: string[]; new_records: number }> {
  throw new Error('storeTellings is to come');
}
export async function forgetTelling(_tx: Transaction, _input: Named): Promise<boolean> {
  throw new Error('forgetTelling is to come');
}
export async function hideTelling(_tx: Transaction, _input: Named): Promise<boolean> {
  throw new Error('hideTelling is to come');
}
export async function storeHealthDays(
  _tx: Transaction,
  _input: { user_id: string; tellings: readonly HealthTelling[]; now: Date },
): Promise<void> {
  throw new Error('storeHealthDays is to come');
}
export async function withSession<T>(
  _deps: object,
  _key: Key,
  _work: (session: Session) => Promise<T>,
  _signal: AbortSignal,
): Promise<T> {
  throw new Error('withSession is to come');
}
export async function endConnection(_tx: Transaction, _key: Key): Promise<void> {
  throw new Error('endConnection is to come');
}
