import type { Database } from '../infra/db/database.ts';
import { findMostGroups } from '../modules/groups/index.ts';
import { findMostCampaigns, findMostDrafts } from '../modules/notifications/index.ts';
import { findMostLabels, findMostLabelsOfMember } from '../modules/organizations/index.ts';
import { findLargestLibraries, findLongestLibraries, findMostPlans } from '../modules/plans/index.ts';
import { type CountedQuota, findLargestAccounts } from '../modules/quotas/index.ts';
import { type LargestUse, QUOTA_NAMES, QUOTAS, type QuotaName } from '../shared/quotas.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import { printable } from './printable.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const SHOWN = 10;
const SHOWN_OF_ONE = 1_000;

/** `ekiden usage`, `ekiden usage <quota>` */
export async function printUsage(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [asked, ...rest] = args;
  const one = QUOTA_NAMES.find((name) => name === asked);
  if (rest.length > 0 || (asked !== undefined && one === undefined)) {
    throw new UsageError(`Name no quota or one of ${QUOTA_NAMES.join(', ')}.`);
  }
  const db = await openServerDatabase(config);
  try {
    for (const name of one === undefined ? QUOTA_NAMES : [one]) {
      const found = await LARGEST[name](db, one === undefined ? SHOWN : SHOWN_OF_ONE);
      print(
        [headOf(name, config.quotas[name], found.length), ...found.map(rowOf(config.quotas[name]))].join(
          '\n',
        ),
      );
    }
    return 0;
  } finally {
    await db.close();
  }
}

type FindLargest = (db: Database, limit: number) => Promise<LargestUse[]>;

const ofAccounts =
  (quota: CountedQuota): FindLargest =>
  (db, limit) =>
    findLargestAccounts(db, { quota, limit, now: systemClock.now() });

const LARGEST: Readonly<Record<QuotaName, FindLargest>> = {
  recording_bytes: ofAccounts('recording_bytes'),
  uploads_per_day: ofAccounts('uploads_per_day'),
  organizations_founded: ofAccounts('organizations_founded'),
  samples: ofAccounts('samples'),
  groups: findMostGroups,
  labels: findMostLabels,
  labels_per_member: findMostLabelsOfMember,
  drafts: findMostDrafts,
  campaigns: findMostCampaigns,
  plans: findMostPlans,
  library_workouts: findLargestLibraries,
  library_bytes: findLongestLibraries,
};

const AMOUNT_CHARS = 20;

function headOf(name: QuotaName, limit: number, found: number): string {
  const setting = `QUOTA_${name.toUpperCase()}`;
  const whose = QUOTAS[name].of === 'account' ? 'accounts' : 'organizations';
  const head = `${name}: an ${QUOTAS[name].of} may have ${limit.toLocaleString('en')} (${setting})`;
  return found === 0
    ? `${head}\n  No ${whose} use it.`
    : `${head}\n${'USED'.padStart(AMOUNT_CHARS)}  OF LIMIT  ID`;
}

function rowOf(limit: number): (use: LargestUse) => string {
  return ({ id, name, used }) => {
    const share = limit === 0 ? '-' : `${Math.round((used / limit) * 100)} %`;
    return `${used.toLocaleString('en').padStart(AMOUNT_CHARS)}  ${share.padStart(8)}  ${id}  ${printable(name)}`;
  };
}
