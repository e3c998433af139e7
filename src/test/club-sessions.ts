import assert from 'node:assert/strict';
import { sql } from '../infra/db/sql.ts';
import { newId } from '../shared/ids.ts';
import { HOUR_MS } from '../shared/time.ts';
import type { TestOrganization, TestUser } from './factories.ts';
import type { TestServer } from './harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
type Body = any;

export const sessionsOf = ({ org_id }: { readonly org_id: string }): string =>
  `/api/v1/organizations/${org_id}/sessions`;

/** So many hours from now, as a request says it. */
export const hoursAhead = (server: Pick<TestServer, 'clock'>, hours: number): string =>
  new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();

/** A session of a club, two days ahead unless `fields` say otherwise. */
export async function planSession(
  server: TestServer,
  club: Pick<TestOrganization, 'org_id' | 'coach'>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  const body = { title: 'Tuesday track', starts_at: hoursAhead(server, 48), ...fields };
  const made = await server.request('POST', sessionsOf(club), { token: club.coach.token, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.data.session;
}

/** What the server says to somebody's answer. */
export async function answerSession(
  server: TestServer,
  session: { readonly id: string; readonly org_id: string },
  user: Pick<TestUser, 'token'>,
  answer: string,
  fields: Readonly<Record<string, unknown>> = {},
) {
  const path = `${sessionsOf(session)}/${session.id}/answer`;
  return await server.request('PUT', path, { token: user.token, body: { answer, ...fields } });
}

/** The same written past HTTP: in an hour, for everybody. */
export async function storeClubSession(
  { deps: { db, clock } }: { readonly deps: Pick<TestServer['deps'], 'db' | 'clock'> },
  org_id: string,
): Promise<string> {
  const id = newId();
  const now = clock.now();
  await db.execute(sql`
    INSERT INTO club_sessions (id, org_id, title, description, starts_at, timezone, duration_s, place, reminded_at, created_at,
      updated_at)
    VALUES (${id}, ${org_id}, 'Track', '', ${new Date(now.getTime() + HOUR_MS)}, 'UTC', 3600, '', ${now}, ${now}, ${now})`);
  return id;
}
