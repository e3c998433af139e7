import type { Deps } from './deps.ts';
import type { Dependency } from './http/health.ts';
import { SECOND_MS } from './shared/time.ts';

const WITHOUT_REDIS = 'Redis does not answer: this process counts rate limits in its own memory.';

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
    // The age of the last backup belongs here: `ask` throws when it is too old, and says otherwise how old it is.
  ];
}
