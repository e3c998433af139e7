import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../infra/db/sql.ts';
import type { TestUser } from './factories.ts';
import type { TestResponse, TestServer } from './harness.ts';

export const NEW_PASSWORD = 'kasumigaura';

export const askForReset = (server: TestServer, body: object): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/password-reset', { body });
export const confirmReset = (server: TestServer, token: unknown, new_password: unknown = NEW_PASSWORD) =>
  server.request('POST', '/api/v1/auth/password-reset/confirm', { body: { token, new_password } });
export const logIn = (server: TestServer, { email }: TestUser, password: string): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/login', { body: { email, password } });
/** Of a request with an access token: 200 or 401. */
export const statusOf = async (server: TestServer, token: string): Promise<number> =>
  (await server.request('GET', '/api/v1/auth/me', { token })).status;

/** The token of the newest mail to an address, `skip` of them left out. */
export async function mailedToken(server: TestServer, email: string, skip = 0): Promise<string> {
  const { text } = await server.mailTo(email, { after: skip });
  return /token=([A-Za-z0-9_-]{43})\b/.exec(text)?.[1] ?? '';
}

export async function resetToken(server: TestServer, { email }: TestUser, skip = 0): Promise<string> {
  assert.equal((await askForReset(server, { email })).status, 200);
  return await mailedToken(server, email, skip);
}

/** Waits until what was asked for was worked through, with mail or without. */
export async function resetsSettled(server: TestServer): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { waiting } = await server.deps.db.one<{ waiting: number }>(sql`
      SELECT count(*)::int AS waiting FROM pgboss.job
      WHERE name IN ('accounts.prepare-password-reset', 'accounts.send-password-reset-mail') AND state < 'completed'`);
    if (waiting === 0) return;
    assert.ok(Date.now() < deadline, `${waiting} jobs are still waiting`);
    await sleep(20);
  }
}
