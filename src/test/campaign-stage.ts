/** Campaigns as their tests make and follow them. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { sql } from '../infra/db/sql.ts';
import { startDueHandler } from '../modules/notifications/campaigns/start-due-campaigns.ts';
import { newId } from '../shared/ids.ts';
import { eventually } from './eventually.ts';
import type { TestOrganization, TestUser } from './factories.ts';
import type { TestResponse, TestServer } from './harness.ts';

/** What the server says of a campaign. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape the server has checked already
export type SeenCampaign = any;

export const campaignsOf = ({ org_id }: Pick<TestOrganization, 'org_id'>): string =>
  `/api/v1/organizations/${org_id}/campaigns`;

/** All that a campaign needs. */
export const WORDS = {
  title: 'Saturday',
  body: 'We meet at the river.',
  channels: ['email'],
  audience: 'all',
};

/** A campaign as it stands in the database, past HTTP: nobody has a chat, so that sending it reaches nobody. */
export async function campaignOf(
  { deps }: Pick<TestServer, 'deps'>,
  { org_id, coach }: Pick<TestOrganization, 'org_id' | 'coach'>,
  state: 'draft' | 'scheduled' = 'draft',
): Promise<string> {
  const id = newId();
  const { title, body, audience } = WORDS;
  await deps.db.execute(sql`
    INSERT INTO campaigns (id, org_id, title, body, channels, audience, state, scheduled_at, time_zone, created_by,
      created_at, updated_at)
    VALUES (${id}, ${org_id}, ${title}, ${body}, ${['chat']}, ${JSON.stringify(audience)}, ${state},
      ${state === 'draft' ? null : new Date('9000-01-01T00:00:00Z')}, 'UTC', ${coach.user_id}, now(), now())`);
  return id;
}

/** Asks for a campaign, by its head coach unless somebody else asks. */
export async function askForCampaign(
  server: TestServer,
  club: TestOrganization,
  fields: Readonly<Record<string, unknown>> = {},
  { token }: Pick<TestUser, 'token'> = club.coach,
): Promise<TestResponse> {
  return await server.request('POST', campaignsOf(club), { token, body: { ...WORDS, ...fields } });
}

export async function createCampaign(
  server: TestServer,
  club: TestOrganization,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<SeenCampaign> {
  const answer = await askForCampaign(server, club, fields);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.campaign;
}

/** Does something with a campaign: `/send`, `/cancel`, or reads it. */
export async function toCampaign(
  server: TestServer,
  club: TestOrganization,
  { id }: { id: string },
  ask: { method?: string; path?: '/send' | '/cancel' | ''; body?: unknown } = {},
): Promise<TestResponse> {
  const { method = ask.path === undefined ? 'GET' : 'POST', path = '', body } = ask;
  const sent = { token: club.coach.token, ...(body === undefined ? {} : { body }) };
  return await server.request(method, `${campaignsOf(club)}/${id}${path}`, sent);
}

export async function seeCampaign(
  server: TestServer,
  club: TestOrganization,
  which: { id: string },
): Promise<SeenCampaign> {
  const answer = await toCampaign(server, club, which);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.campaign;
}

/** Waits until a campaign is in a state. */
export async function campaignIn(
  server: TestServer,
  club: TestOrganization,
  which: { id: string },
  state: string,
): Promise<SeenCampaign> {
  return await eventually(
    () => seeCampaign(server, club, which),
    (found) => found.state === state,
  );
}

/** Lets the time of a scheduled campaign come, which tests do not wait for. */
export async function letTimeCome({ deps }: TestServer, { id }: { id: string }): Promise<void> {
  await deps.db.execute(sql`UPDATE campaigns SET scheduled_at = ${deps.clock.now()} WHERE id = ${id}`);
}

/** What the scheduler does each minute. */
export const startDue = async ({ deps }: TestServer): Promise<void> =>
  await startDueHandler(deps)(
    {},
    { job_id: newId(), attempt: 1, signal: new AbortController().signal, logger: pino({ level: 'silent' }) },
  );

/** The mails to an address with all that is in them, the oldest first. */
export async function wholeMailsTo({ dataDir }: TestServer, address: string): Promise<Email[]> {
  const outbox = join(dataDir, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = [];
  for (const name of names) {
    const content = await readFile(join(outbox, name)).catch(() => null);
    const mail = content && (await PostalMime.parse(content));
    if (mail?.to?.[0]?.address?.toLowerCase() === address.toLowerCase()) mails.push(mail);
  }
  return mails;
}

/** Of one channel of a campaign, what became of it; zeros are left out. */
export function tallyOf({ deliveries }: SeenCampaign, channel: string): Record<string, number> {
  const found = deliveries.find((one: { channel: string }) => one.channel === channel);
  assert.ok(found, `nothing is said of ${channel}`);
  const { channel: _, counted_in: __, skipped, ...counts } = found;
  const { recipients, ...ends } = counts;
  const sum = Object.values(ends as Record<string, number>).reduce((all, one) => all + one, 0);
  assert.equal(sum, recipients, 'the counts add up');
  return Object.fromEntries(
    Object.entries({ ...counts, ...skipped }).filter(([, count]) => count !== 0),
  ) as Record<string, number>;
}
