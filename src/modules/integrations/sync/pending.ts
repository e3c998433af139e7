import type { Transaction } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { ActivityTelling } from '../../activities/index.ts';
import type { User } from '../../users/index.ts';
import type { HealthTelling } from '../health/telling.ts';
import type { PlatformId, Session } from '../provider.ts';

export type Key = { readonly user_id: string; readonly provider: PlatformId };
export declare function storeTellings(
  tx: Transaction,
  input: { user: User; tellings: readonly ActivityTelling[]; policies: SourcePolicies; now: Date },
): Promise<{ activity_ids: string[]; new_records: number }>;
type Named = {
  user_id: string;
  source: PlatformId;
  external_id: string;
  policies: SourcePolicies;
  now: Date;
};
export declare function forgetTelling(tx: Transaction, input: Named): Promise<boolean>;
export declare function hideTelling(tx: Transaction, input: Named): Promise<boolean>;
export declare function storeHealthDays(
  tx: Transaction,
  input: { user_id: string; tellings: readonly HealthTelling[]; now: Date },
): Promise<void>;
export declare function withSession<T>(
  deps: object,
  key: Key,
  work: (session: Session) => Promise<T>,
  signal: AbortSignal,
): Promise<T>;
export declare function endConnection(tx: Transaction, key: Key): Promise<void>;
