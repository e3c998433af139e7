import type { Logger } from 'pino';
import { isPlatformAdmin, type UserActor } from '../../../http/actor.ts';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Pusher, PushMessage } from '../../../infra/push/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import type { SendOutcome } from '../../../infra/send-outcome.ts';
import { newId } from '../../../shared/ids.ts';
import { pushTokensExpireBefore } from '../../../shared/push-tokens.ts';
import type { Clock } from '../../../shared/time.ts';
import { writeAudits } from '../../audit/index.ts';
import { coachesAthlete, holdClubsOfBoth } from '../../organizations/index.ts';
import { findActiveUser } from '../../users/index.ts';
import { DIRECT } from '../delivery/kinds.ts';
import { pushTargetOf, type SealedDevice } from '../devices/device.ts';
import { forgetDevices } from '../devices/device-queries.ts';
import { noSuchPerson, notForYourself } from './errors.ts';
import { countPersonalPush } from './limits.ts';
import type { AskedPush } from './push.ts';
import { findPushDevices } from './queries.ts';
import { toSendable } from './to-sendable.ts';

export type PersonalPushDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly pusher: Pick<Pusher, 'send'>;
  readonly rateLimiter: RateLimiter;
  readonly logger: Logger;
};

export type DirectResult = { readonly tokens_sent: number; readonly failed_tokens: number };

/**
 * Sends a push to all valid devices of one person, at once and without retries: for coaches of an organization whose athlete they are,
 * and for platform admins. It ignores quiet hours, since a person has written it to this person. Devices that are gone are deleted.
 *
 * @throws noSuchPerson to everybody else, as for nobody; notForYourself, validationError, pushLimit, personalPushLimit
 */
export async function sendToPerson(
  deps: PersonalPushDeps,
  actor: UserActor,
  { user_id: named, ...written }: AskedPush & { readonly user_id: string },
): Promise<DirectResult> {
  const user_id = named.toLowerCase();
  await requireMayPush(deps.db, actor, user_id);
  const push = toSendable(written, { type: 'direct' });
  await countPersonalPush(deps, { from: actor.user_id, to: user_id });
  const asked_at = deps.clock.now();
  const devices = await findPushDevices(deps.db, { user_id, valid_after: pushTokensExpireBefore(asked_at) });
  const { urgency, ttl_s } = DIRECT;
  const message = { ...push, id: newId(), urgency, ttl_s };
  if (devices.length > 0) await record(deps.db, actor, { user_id, push_id: message.id, now: asked_at });
  const outcomes = await Promise.all(devices.map((device) => sendToDevice(deps, device, message)));
  const gone = devices.filter((_, index) => outcomes[index]?.kind === 'gone');
  if (gone.length > 0) await forgetDevices(deps.db, gone, asked_at);
  report(deps.logger, message.id, outcomes);
  const tokens_sent = outcomes.filter(({ kind }) => kind === 'sent').length;
  return { tokens_sent, failed_tokens: outcomes.length - tokens_sent };
}

async function requireMayPush(db: Database, actor: UserActor, user_id: string): Promise<void> {
  if (isPlatformAdmin(actor)) {
    if ((await findActiveUser(db, user_id)) === null) throw noSuchPerson();
    return;
  }
  if (await coachesAthlete(db, { coach_id: actor.user_id, user_id })) return;
  throw actor.user_id === user_id ? notForYourself() : noSuchPerson();
}

/**
 * Writes the push to the audit log of each organization in which the actor coaches the person. This happens before it is sent, since
 * nobody knows whether an interrupted push has arrived. A push from a platform admin alone is in no organization's log.
 *
 * @throws noSuchPerson for a coach who has been dismissed since they asked
 */
async function record(
  db: Database,
  actor: UserActor,
  { user_id, push_id, now }: { user_id: string; push_id: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const clubs = await holdClubsOfBoth(tx, { coach_id: actor.user_id, user_id });
    if (clubs.length === 0 && !isPlatformAdmin(actor)) throw noSuchPerson();
    const entry = {
      event_type: 'push_sent',
      actor,
      target_id: user_id,
      data: { to: 'person', push_id },
      now,
    } as const;
    await writeAudits(
      tx,
      clubs.map((org_id) => ({ ...entry, org_id })),
    );
  });
}

/** The request's abort does not stop it: a client that leaves before the answer has still sent the push to all devices. */
async function sendToDevice(
  { pusher, secretBox }: PersonalPushDeps,
  device: SealedDevice,
  message: PushMessage,
): Promise<SendOutcome> {
  const target = pushTargetOf(secretBox, device);
  if (target === null) return { kind: 'refused', reason: 'token_cannot_be_opened' };
  return await pusher.send(target, message, new AbortController().signal);
}

/** Logs reasons without tokens or texts. A wrong setting, which the operator has to fix, is logged as an error. */
function report(logger: Logger, push_id: string, outcomes: readonly SendOutcome[]): void {
  const failures = outcomes.flatMap((outcome) => (outcome.kind === 'sent' ? [] : [outcome]));
  if (failures.length === 0) return;
  const reasons = [...new Set(failures.map(({ kind, reason }) => `${kind}: ${reason}`))];
  const isOurs = failures.some(({ kind }) => kind === 'misconfigured');
  const words = isOurs
    ? 'pushes are not taken until somebody mends the settings'
    : 'a push did not reach all devices';
  logger[isOurs ? 'error' : 'info']({ push_id, failed: failures.length, reasons }, words);
}
