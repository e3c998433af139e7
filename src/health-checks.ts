import type { Deps } from './deps.ts';
import { type Dependency, UnhealthyError } from './http/health.ts';
import { lastBackup } from './infra/backup/index.ts';
import { DAY_MS, SECOND_MS } from './shared/time.ts';

const WITHOUT_REDIS = 'Redis does not answer: this process counts rate limits in its own memory.';

const OLD_BACKUP = 'The last backup is more than a week old: see ekiden jobs list --failed.';
/** Backups are scheduled daily or weekly. */
const OLD_BACKUP_MS = 8 * DAY_MS;

/** Frequent questions must not burden the services behind. */
const KEPT_MS = 5 * SECOND_MS;
/** Mail servers dislike clients that sign in often without sending. */
const MAIL_KEPT_MS = 60 * SECOND_MS;

/** The services that a process needs or uses: `/readyz` asks the first two, `/readyz?full` all. */
export function healthChecks(deps: Deps): readonly Dependency[] {
  return [
    { name: 'database', kind: 'needed', ask: () => deps.db.ping() },
    { name: 'rate_limits', kind: 'told', note: WITHOUT_REDIS, ask: () => deps.rateLimiter.ping() },
    { name: 'jobs', kind: 'full', kept_ms: KEPT_MS, ask: () => deps.jobs.ping() },
    { name: 'object_store', kind: 'full', kept_ms: KEPT_MS, ask: () => deps.store.ping() },
    { name: 'mail', kind: 'full', kept_ms: MAIL_KEPT_MS, ask: () => deps.mailer.ping() },
    { name: 'backup', kind: 'full', kept_ms: KEPT_MS, ask: () => ageOfBackup(deps) },
  ];
}

async function ageOfBackup({ db, clock }: Deps): Promise<string> {
  const last = await lastBackup(db);
  if (last === null) return 'No backup of this database was ever finished.';
  const age_ms = clock.now().getTime() - last.snapshot_at.getTime();
  if (age_ms > OLD_BACKUP_MS) throw new UnhealthyError(OLD_BACKUP);
  return `The last backup is ${(age_ms / DAY_MS).toFixed(1)} days old.`;
}
