import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { type AuditActor, writeAudit } from '../audit/index.ts';
import { alreadyOffered, mayNotBeAsked, tooManyOffers } from './errors.ts';
import type { MemberText } from './member-queries.ts';
import { deleteOffers, insertOffer, isBlocked, lockOffers } from './offer-queries.ts';
import { membershipOffered } from './roster-events.ts';
import type { Offer, OfferedRole } from './types.ts';

/** Each offer tells a person by notification and mail. These bounds keep a coach from writing to strangers with them. */
const MAX_OFFERS_AN_HOUR = 100;
const MAX_OFFERS_A_DAY_TO_ONE = 5;

/**
 * Counts an offer of a person to another, in all organizations together, around the transaction that makes it. What was
 * refused, failed or offered nothing is not counted.
 *
 * @param store says whether it has offered something
 * @throws tooManyOffers with `Retry-After`; whatever `store` throws
 */
export async function countingOffer<T>(
  rateLimiter: RateLimiter,
  { offered_by, user_id }: { offered_by: string; user_id: string },
  store: () => Promise<{ offered: boolean } & T>,
): Promise<T> {
  const ofAll = await rateLimiter.take(`offers-of:${hashed(offered_by)}`, [
    { name: 'hour', limit: MAX_OFFERS_AN_HOUR, seconds: HOUR_MS / SECOND_MS },
  ]);
  if (!ofAll.allowed) throw tooManyOffers({ headers: retryAfter(ofAll.tightest.retry_after_s) });
  const toOne = await rateLimiter.take(`offers-of-to:${hashed(`${offered_by} ${user_id.toLowerCase()}`)}`, [
    { name: 'day', limit: MAX_OFFERS_A_DAY_TO_ONE, seconds: DAY_MS / SECOND_MS },
  ]);
  let offered = false;
  try {
    if (!toOne.allowed) throw tooManyOffers({ headers: retryAfter(toOne.tightest.retry_after_s) });
    const stored = await store();
    offered = stored.offered;
    return stored;
  } finally {
    if (!offered) {
      if (toOne.allowed) await toOne.giveBack();
      await ofAll.giveBack();
    }
  }
}

const hashed = (text: string): string => hashToken(text).toString('base64url');

const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

const NO_TEXT: MemberText = { display_name: null, member_level: null, labels: [] };

/**
 * Asks somebody to belong to an organization: offer, log and event. The caller holds the organization and the person.
 *
 * @throws mayNotBeAsked; alreadyOffered
 */
export async function makeOffer(
  tx: Transaction,
  { events }: { events: Events },
  {
    org_id,
    org_name,
    user_id,
    role,
    text = NO_TEXT,
    actor,
    now,
  }: {
    org_id: string;
    org_name: string;
    user_id: string;
    role: OfferedRole;
    text?: MemberText;
    actor: AuditActor;
    now: Date;
  },
): Promise<Offer> {
  if (await isBlocked(tx, { org_id, user_id })) throw mayNotBeAsked();
  const offered_by = actor.type === 'user' ? actor.user_id : null;
  const offer = { org_id, user_id, role, ...text, offered_by, offered_at: now };
  if (!(await insertOffer(tx, offer))) throw alreadyOffered();
  await writeAudit(tx, {
    org_id,
    event_type: 'membership_offered',
    actor,
    target_id: user_id,
    target_name: text.display_name,
    data: { role },
    now,
  });
  await events.emit(tx, membershipOffered, { occurrence_id: newId(), org_id, org_name, user_id, role });
  return offer;
}

/**
 * Takes back what somebody was asked and has not answered. The caller holds the organization.
 *
 * @returns whether there was anything to take back
 */
export async function withdrawOffer(
  tx: Transaction,
  {
    org_id,
    user_id,
    roles,
    actor,
    now,
  }: {
    org_id: string;
    user_id: string;
    roles: readonly OfferedRole[];
    actor: AuditActor;
    now: Date;
  },
): Promise<boolean> {
  const offer = (await lockOffers(tx, { org_id, user_id })).find(({ role }) => roles.includes(role));
  if (offer === undefined) return false;
  await deleteOffers(tx, { org_id, user_id, roles });
  await writeAudit(tx, {
    org_id,
    event_type: 'membership_withdrawn',
    actor,
    target_id: offer.user_id,
    target_name: offer.display_name,
    data: { role: offer.role },
    now,
  });
  return true;
}
