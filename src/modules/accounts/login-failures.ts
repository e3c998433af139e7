import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { countedAddress } from '../../infra/rate-limit/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { loginLimit } from './errors.ts';

const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
const MAX_FAILURES = 10;

/**
 * Whom a sign-in is counted for: the e-mail address it names and the network address it comes from. They are folded to
 * lower case by the database, as the look-up of the account is: JavaScript folds some letters differently.
 */
export type LoginSubjects = { readonly email: string; readonly address: string };

export function loginSubjects(email: string, clientIp: string): LoginSubjects {
  return { email: emailSubject(email), address: `address:${countedAddress(clientIp)}` };
}

export const emailSubject = (email: string): string => `email:${email}`;

/** Lets one transaction at a time count for either subject. Both are locked in one order, so that none waits for another. */
export async function lockSubjects(tx: Transaction, subjects: LoginSubjects): Promise<void> {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtext('accounts.login'), key)
    FROM (SELECT DISTINCT hashtext(lower(subject)) AS key FROM unnest(${list(subjects)}::text[]) AS subject ORDER BY key) AS keys`);
}

/** @throws AppError rate_limited with `Retry-After` when either subject has used up its failures */
export async function refuseAfterTooManyFailures(
  db: Queryable,
  subjects: LoginSubjects,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - LOGIN_WINDOW_MS);
  const full = await db.query<{ oldest: Date }>(sql`
    SELECT min(failed_at) AS oldest FROM login_failures
    WHERE subject IN (SELECT lower(named) FROM unnest(${list(subjects)}::text[]) AS named) AND failed_at > ${since}
    GROUP BY subject HAVING count(*) >= ${MAX_FAILURES}`);
  if (full.length === 0) return;
  const freeAt = Math.max(...full.map(({ oldest }) => oldest.getTime())) + LOGIN_WINDOW_MS;
  const seconds = Math.max(Math.ceil((freeAt - now.getTime()) / SECOND_MS), 1);
  throw loginLimit({ headers: { 'Retry-After': String(seconds) } });
}

export async function insertFailure(tx: Transaction, subjects: LoginSubjects, now: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO login_failures (subject, failed_at)
    SELECT lower(subject), ${now}::timestamptz FROM unnest(${list(subjects)}::text[]) AS subject`);
}

/** Forgets the failures of the e-mail address; those of the network address stay. */
export async function clearEmailFailures(
  tx: Transaction,
  { email }: Pick<LoginSubjects, 'email'>,
): Promise<void> {
  await tx.execute(sql`DELETE FROM login_failures WHERE subject = lower(${email})`);
}

export async function deleteOldFailures(db: Queryable, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LOGIN_WINDOW_MS);
  return await db.execute(sql`DELETE FROM login_failures WHERE failed_at <= ${before}`);
}

const list = ({ email, address }: LoginSubjects): string[] => [email, address];
