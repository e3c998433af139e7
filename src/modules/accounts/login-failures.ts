import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { countedAddress, countedNetwork } from '../../infra/rate-limit/index.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { loginLimit } from './errors.ts';
import { knownSince } from './known-networks.ts';

const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
const MAX_FAILURES = 10;
/** The limit of failures from all networks. One network counts at most `MAX_FAILURES`, so it takes at least five. */
const MAX_SPREAD_FAILURES = 50;
const SPREAD_WINDOW_MS = DAY_MS;

/**
 * What a sign-in counts for: its e-mail address together with the network, and its network address. The database folds
 * the case as in the account look-up, which differs from JavaScript.
 */
export type LoginSubjects = {
  /** As it was typed. */
  readonly email: string;
  readonly network: string;
  readonly address: string;
};

export function loginSubjects(email: string, clientIp: string): LoginSubjects {
  return { email, network: countedNetwork(clientIp), address: `address:${countedAddress(clientIp)}` };
}

const emailSubject = (email: string): string => `email:${email}`;

/** Locks both subjects, always in one order, so that one transaction at a time counts for them. */
export async function lockSubjects(tx: Transaction, subjects: LoginSubjects): Promise<void> {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtext('accounts.login'), key)
    FROM (SELECT DISTINCT hashtext(lower(subject)) AS key FROM unnest(${list(subjects)}::text[]) AS subject ORDER BY key) AS keys`);
}

/**
 * Refuses after ten failures in 15 minutes for the e-mail address from the client's network or for the client's address,
 * and after fifty in a day for the e-mail address from unknown networks. Neither answer nor statement tells whether the
 * address is registered.
 * @throws AppError rate_limited with `Retry-After`
 */
export async function refuseAfterTooManyFailures(
  db: Queryable,
  { email, network, address }: LoginSubjects,
  now: Date,
): Promise<void> {
  const recent = new Date(now.getTime() - LOGIN_WINDOW_MS);
  const spread = new Date(now.getTime() - SPREAD_WINDOW_MS);
  const full = await db.query<{ is_spread: boolean; since: Date }>(sql`
    SELECT false AS is_spread, min(failed_at) AS since FROM login_failures
    WHERE subject = lower(${address}) AND failed_at > ${recent}
    HAVING count(*) >= ${MAX_FAILURES}
    UNION ALL
    SELECT false, min(failed_at) FROM login_failures
    WHERE subject = lower(${emailSubject(email)}) AND (network = ${network} OR network IS NULL) AND failed_at > ${recent}
    HAVING count(*) >= ${MAX_FAILURES}
    UNION ALL
    (SELECT true, failed_at FROM (
       SELECT failed_at, row_number() OVER (PARTITION BY network ORDER BY failed_at DESC) AS nth FROM login_failures
       WHERE subject = lower(${emailSubject(email)}) AND failed_at > ${spread}) AS failures
     WHERE nth <= ${MAX_FAILURES} AND NOT EXISTS (
       SELECT FROM known_networks k JOIN users u USING (user_id)
       WHERE lower(u.email) = lower(${email}) AND k.network = ${network} AND k.last_seen_at > ${knownSince(now)})
     ORDER BY failed_at DESC OFFSET ${MAX_SPREAD_FAILURES - 1} LIMIT 1)`);
  if (full.length === 0) return;
  const freeAt = Math.max(
    ...full.map(({ is_spread, since }) => since.getTime() + (is_spread ? SPREAD_WINDOW_MS : LOGIN_WINDOW_MS)),
  );
  const seconds = Math.max(Math.ceil((freeAt - now.getTime()) / SECOND_MS), 1);
  const headers = { 'Retry-After': String(seconds) };
  throw full.some(({ is_spread }) => is_spread)
    ? loginLimit({ headers, message: SPREAD_IN_WORDS })
    : loginLimit({ headers });
}

const SPREAD_IN_WORDS =
  'Too many failed sign-ins for this e-mail address from many networks. Sign in where you have signed in before, or ask for a ' +
  'mail to set a password: once it is set, you can sign in from there.';

export async function insertFailure(
  tx: Transaction,
  { email, network, address }: LoginSubjects,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO login_failures (subject, network, failed_at)
    VALUES (lower(${emailSubject(email)}), ${network}, ${now}), (lower(${address}), NULL, ${now})`);
}

/** Forgets the failures of the e-mail address from this network; those of the network address stay, and those of others. */
export async function clearEmailFailures(
  tx: Transaction,
  { email, network }: Pick<LoginSubjects, 'email' | 'network'>,
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM login_failures
    WHERE subject = lower(${emailSubject(email)}) AND (network = ${network} OR network IS NULL)`);
}

/** Forgets all failures of an e-mail address. */
export async function forgetFailures(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`DELETE FROM login_failures WHERE subject = lower(${emailSubject(email)})`);
}

export async function deleteOldFailures(db: Queryable, now: Date): Promise<number> {
  const before = new Date(now.getTime() - SPREAD_WINDOW_MS);
  return await db.execute(sql`DELETE FROM login_failures WHERE failed_at <= ${before}`);
}

const list = ({ email, address }: LoginSubjects): string[] => [emailSubject(email), address];
