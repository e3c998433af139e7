import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '../infra/crypto/tokens.ts';
import { sql } from '../infra/db/sql.ts';
import { DAY_MS } from '../shared/time.ts';
import type { TestServer } from './harness.ts';

export type TestUser = {
  readonly user_id: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
};

const PASSWORD = 'Sakura-1964';

/** An address that no other test has. */
export function newEmail(prefix = 'runner'): string {
  return `${prefix}@${randomUUID()}.example.org`;
}

/** A verification token for an address, without the mail and its limits: accounts' own tests read the mails. */
export async function verificationToken(server: TestServer, email: string): Promise<string> {
  const token = newToken();
  const now = server.clock.now();
  await server.deps.db.execute(sql`
    INSERT INTO email_verifications (token_hash, email, created_at, expires_at)
    VALUES (${hashToken(token)}, ${email}, ${now}, ${new Date(now.getTime() + DAY_MS)})`);
  return token;
}

/** A new account, signed in. `fields` go into the sign-up, such as `{ membership_role: 'coach' }`. */
export async function signUp(
  server: TestServer,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TestUser> {
  const email = newEmail();
  const token = await verificationToken(server, email);
  const body = { token, password: PASSWORD, ...fields };
  const answer = await server.request('POST', '/api/v1/auth/complete-signup', { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { user_id: answer.body.user_id, token: answer.body.access_token, email, password: PASSWORD };
}

/** Makes a user a platform admin, as the command line does. */
export async function grantAdmin(server: TestServer, userId: string): Promise<void> {
  await server.deps.db.execute(sql`UPDATE users SET is_platform_admin = true WHERE user_id = ${userId}`);
}
