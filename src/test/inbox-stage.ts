import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildServer } from '../http/server.ts';
import { applicationEnvelope } from '../http/surface.ts';
import { createSecretBox } from '../infra/crypto/secret-box.ts';
import type { Database } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { createJobs, type Jobs } from '../infra/jobs/index.ts';
import { openRateLimiter } from '../infra/rate-limit/index.ts';
import { drainHandler } from '../modules/integrations/inbox/drain.ts';
import { cleanUpInbox, drainInbox } from '../modules/integrations/inbox/drain-job.ts';
import { createDeliveryStore, garminPushRoutes, inboxRoutes } from '../modules/integrations/inbox/index.ts';
import { readDelivery } from '../modules/integrations/providers/garmin/read-delivery.ts';
import { openTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { APPLIED_TABLE, noteNotices } from './note-notices.ts';

const PUSH_KEY = 'toy-push-key';

/** What the toy has been told, in the order it was. */
type Applied = { readonly person: string; readonly mark: string };

/**
 * The inbox with nothing behind it: what it works off is noted in a table, once for each time, and for some people it fails. Its
 * posts are Garmin's pings.
 */
export type InboxStage = {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly app: FastifyInstance;
  readonly url: string;
  now: Date;
  /** For whom storing fails. */
  readonly failing: Set<string>;
  post(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** As the job does, however often it is called at once. */
  drain(): Promise<void>;
  applied(): Promise<Applied[]>;
  close(): Promise<void>;
};

export async function openInboxStage(): Promise<InboxStage> {
  const db = await openTestDatabase();
  await db.executeSql(APPLIED_TABLE);
  const logger = pino({ level: 'silent' });
  const jobs = createJobs({ db, logger });
  await jobs.start([drainInbox, cleanUpInbox], { worker: false });
  const failing = new Set<string>();
  const clock = { now: () => stage.now };
  const platforms = {
    strava: undefined,
    garmin: {
      consumer_key: 'key',
      consumer_secret: 'secret',
      push_api_key: PUSH_KEY,
      web_url: '',
      oauth_url: '',
      api_url: '',
      token_url: '',
      oauth: '1.0a',
    },
  } as const;
  const routes = {
    clock,
    logger,
    platforms,
    inbox: createDeliveryStore({ db, jobs, logger }),
    secretBox: createSecretBox([randomBytes(32)]),
    rateLimiter: await openRateLimiter({ url: undefined, clock, redisClock: undefined, logger }),
  };
  const app = await buildServer({
    surfaces: [
      {
        prefix: '/api/v1',
        title: 'Inbox',
        summary: 'Inbox',
        description: 'Inbox.',
        version: '1',
        tags: [{ name: 'Webhooks', description: 'Posts of platforms.' }],
        headers: {},
        envelope: applicationEnvelope,
        routes: inboxRoutes(routes),
      },
    ],
    bareRoutes: garminPushRoutes(routes),
    authenticators: {
      accessToken: () => Promise.reject(new Error('nobody signs in')),
      appKey: () => {
        throw new Error('no app');
      },
      cookie: async () => null,
      apiKey: () => Promise.reject(new Error('no keys')),
    },
    logger,
    baseUrl: 'http://127.0.0.1',
    checkResponses: true,
  });
  const url = await app.listen({ host: '127.0.0.1', port: await freePort() });
  const drain = drainHandler({
    db,
    jobs,
    logger,
    clock,
    read: async (_provider, body) => readDelivery(body),
    apply: noteNotices(failing),
  });
  const stage: InboxStage = {
    db,
    jobs,
    app,
    url,
    now: new Date('2026-07-01T06:00:00Z'),
    failing,
    post: async (body, headers = {}) =>
      await fetch(`${url}/api/webhooks/garmin/push`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-api-key': PUSH_KEY, ...headers },
      }),
    drain: async () =>
      await drain({}, { job_id: '', attempt: 1, signal: new AbortController().signal, logger }),
    applied: async () => await db.query<Applied>(sql`SELECT person, mark FROM applied ORDER BY at`),
    close: async () => {
      await app.close();
      await jobs.stop({ timeout_ms: 1_000 });
      await db.close();
    },
  };
  return stage;
}
