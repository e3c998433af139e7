import type { Logger } from 'pino';
import { type Clock, HOUR_MS } from '../../shared/time.ts';
import type { SendOutcome } from '../send-outcome.ts';
import type { PushTarget } from './push.ts';

/** Reasons that concern one device, or all when our settings are wrong. */
const MAYBE_OURS: Readonly<Record<string, string>> = {
  third_party_auth:
    'FCM cannot push to Apple for us: the APNs key in the settings of the Firebase project is missing or wrong',
  sender_id_mismatch:
    'devices belong to another Firebase project: FCM_SERVICE_ACCOUNT may be of the wrong one',
};

/**
 * Tells a wrong device from a wrong project. Anybody can register a foreign token, so a refusal ends only this message;
 * until the project has accepted something, it may be the wrong one, and no device is removed. When nothing gets through
 * for an hour, the operator is told once.
 */
export function watchProject(tools: {
  readonly logger: Logger;
  readonly clock: Clock;
}): (platform: PushTarget['platform'], outcome: SendOutcome) => SendOutcome {
  const { logger, clock } = tools;
  /** By platform, and by platform and reason. */
  const quiet_until = new Map<string, number>();
  const isQuiet = (about: string, now_ms: number): boolean => now_ms < (quiet_until.get(about) ?? 0);
  let has_taken = false;
  return (platform, outcome) => {
    const now_ms = clock.now().getTime();
    if (outcome.kind === 'sent') {
      has_taken = true;
      quiet_until.set(platform, now_ms + HOUR_MS);
      return outcome;
    }
    const { kind, reason } = outcome;
    const words = Object.hasOwn(MAYBE_OURS, reason) ? MAYBE_OURS[reason] : undefined;
    if (words === undefined) return outcome;
    const about = `${platform} ${reason}`;
    if (!isQuiet(platform, now_ms) && !isQuiet(about, now_ms)) {
      quiet_until.set(about, now_ms + HOUR_MS);
      logger.error({ platform, reason }, words);
    }
    return kind === 'gone' && !has_taken ? { kind: 'refused', reason } : outcome;
  };
}
