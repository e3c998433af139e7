import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization, signUp } from './factories.ts';
import { type Forge, openForge, signToken } from './forge-tokens.ts';
import { type TestServer, testServer } from './harness.ts';

/** What is sent as the token, by what is wrong with it. */
type Attacks = Readonly<Record<string, string>>;

/** A test with a person of its own, whose rightly forged token the server takes; it takes none of the others. */
export function attack(name: string, attacksOf: (forge: Forge, token: string) => Attacks): void {
  test(name, async () => {
    const server = await testServer();
    const user = await signUp(server);
    const paths = await guardedPaths(server);
    const forge = openForge(server, user.user_id);
    const token = signToken(forge.key, forge.header, forge.claims);
    const me = () => server.request('GET', '/api/v1/auth/me', { token });
    assert.equal((await me()).status, 200, 'the forge works');
    for (const [what, bad] of Object.entries(attacksOf(forge, token))) {
      for (const path of paths) await assertRefused(server, path, what, bad);
    }
    assert.equal((await me()).status, 200, 'and still does');
  });
}

/** One route for each way of asking for a person: them alone, them or a key, anybody but nobody with a wrong token. */
export async function guardedPaths(server: TestServer): Promise<string[]> {
  const { org_id } = await createOrganization(server);
  const organization = `/api/v1/organizations/${org_id}`;
  return ['/api/v1/auth/me', `${organization}/members`, organization];
}

async function assertRefused(server: TestServer, path: string, what: string, token: string): Promise<void> {
  const { status, body, headers } = await server.request('GET', path, { token });
  assert.equal(status, 401, `${what}: ${path}`);
  // Word for word the same: an answer that tells what was wrong helps the next attempt.
  const error = /\s/.test(token)
    ? 'Send an access token as "Authorization: Bearer <token>".'
    : 'The access token is not valid or no longer so. Sign in again.';
  const { request_id, ...rest } = body;
  assert.deepEqual(rest, { status: 'error', error, code: 'unauthenticated' }, what);
  assert.equal(headers.get('www-authenticate'), 'Bearer', what);
}
