import type { Deps } from './deps.ts';
import { type Dependency, UnhealthyError } from './http/health.ts';
import { lastBackup } from './infra/backup/index.ts';
import { DAY_MS, SECOND_MS } from './shared/time.ts';

const WITHOUT_REDIS = 'Redis does not answer: this process counts rate limits in its own memory.';

const OLD_BACKUP = 'The last backup is more than a week old: see ekiden jobs list --failed.';
/** The schedule is a day or a week. */
const OLD_BACKUP_MS = 8 * DAY_MS;

/** Whoever asks often shall not make others answer as often. */
const KEPT_MS = 5 * SECOND_MS;
/** Mail servers look askance at who signs in and sends nothing. */
const MAIL_KEPT_MS = 60 * SECOND_MS;

/** The explicit list of what a process needs and uses: `/readyz` asks for the first two, `/readyz?full` for all. */
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
