import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import { findUsage } from './queries.ts';

/** What a person uses of their quotas. It goes with them, by cascade. */
export function usageData(deps: { db: Database; clock: Clock }): PersonalData {
  return {
    name: 'quotas',
    columns: ['account_usage.user_id'],
    files: {
      'usage.json':
        'How many bytes of recordings and samples of your phone are kept of you, how much you uploaded today (UTC), and how ' +
        'many organizations you founded.',
    },
    async *collect(user_id) {
      yield {
        name: 'usage.json',
        records: fewRecords(() => findUsage(deps.db, { user_id, now: deps.clock.now() })),
      };
    },
  };
}
