import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createSecretBox } from '../infra/crypto/secret-box.ts';
import { hashToken } from '../infra/crypto/tokens.ts';
import type { Database } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import type { JobContext, JobHandler, Jobs } from '../infra/jobs/index.ts';
import type { MailMessage } from '../infra/mail/index.ts';
import type { SendOutcome } from '../infra/send-outcome.ts';
import { cleanUpHandler, resumeHandler } from '../modules/notifications/delivery/clean-up.ts';
import { sendJob, spreadJob } from '../modules/notifications/delivery/jobs.ts';
import type {
  CampaignHooks,
  NewOutgoing,
  OutgoingState,
} from '../modules/notifications/delivery/outgoing.ts';
import { readOutgoing } from '../modules/notifications/delivery/read-outgoing.ts';
import { type SendDeps, sendHandler } from '../modules/notifications/delivery/send-batch.ts';
import { spreadHandler } from '../modules/notifications/delivery/spread-outgoing.ts';
import { startOutgoing } from '../modules/notifications/delivery/start-outgoing.ts';
import { DEFAULT_PRIVACY } from '../privacy/index.ts';
import { newId } from '../shared/ids.ts';
import { openTestDatabase } from './database.ts';

/** A job that was enqueued, and when it may run. */
type Enqueued = { readonly name: string; readonly payload: object; readonly at: Date | null };

type PersonOptions = {
  readonly devices?: readonly string[];
  readonly language?: string;
  readonly timezone?: string;
  readonly quiet_hours?: readonly [string, string];
  readonly settings?: Readonly<Record<string, boolean>>;
  readonly is_verified?: boolean;
  readonly topics?: readonly string[];
  readonly line?: string;
  readonly telegram?: string;
};

/**
 * Delivery with nothing around it: a database, services that answer as a test says and note what they got, a clock that stands still,
 * and jobs that run when the test runs them.
 */
export type DeliveryStage = {
  readonly db: Database;
  readonly deps: SendDeps;
  now: Date;
  /** What services say to an address (the token of a device, the chat, the e-mail address), one answer after the other; then `sent`. */
  readonly answers: Map<string, SendOutcome[]>;
  /** Called before a push is taken, with its token. */
  beforePush: (token: string, signal: AbortSignal) => Promise<void>;
  /** Called before a mail is taken, with whom it is to. */
  beforeMail: (address: string) => Promise<void>;
  /** What was taken, by address, in order. */
  readonly taken: { readonly address: string; readonly what: Readonly<Record<string, unknown>> }[];
  readonly mails: MailMessage[];
  readonly alarms: object[];
  readonly campaignsDone: string[];
  readonly enqueued: Enqueued[];
  addPerson(options?: PersonOptions): Promise<string>;
  /** Many at once, each with a device whose token is made from their number. */
  addPeople(count: number, options: { topic: string; token: (n: number) => string }): Promise<string[]>;
  addDevice(user_id: string, token: string): Promise<void>;
  start(outgoing: Partial<NewOutgoing>): Promise<string>;
  /** Runs what is due, and what follows from it, until nothing is. */
  run(signal?: AbortSignal): Promise<void>;
  runNext(signal?: AbortSignal): Promise<void>;
  resume(): Promise<void>;
  cleanUp(): Promise<void>;
  read(id: string): Promise<OutgoingState>;
  devices(): Promise<string[]>;
  close(): Promise<void>;
};

export async function openDeliveryStage(): Promise<DeliveryStage> {
  const db = await openTestDatabase();
  const secretBox = createSecretBox([randomBytes(32)]);
  const clock = { now: () => stage.now };
  const tokens = new Map<string, string>();
  const enqueued: Enqueued[] = [];
  const jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'> = {
    enqueue: async (_tx, { name }, payload, options = {}) => {
      enqueued.push({ name, payload, at: options.start_after ?? null });
      return newId();
    },
    enqueueAll: async (tx, job, many) => {
      for (const { payload, options } of many) await jobs.enqueue(tx, job, payload, options);
    },
  };
  const answer = (address: string, what: object): SendOutcome => {
    const outcome = stage.answers.get(address)?.shift() ?? { kind: 'sent' as const };
    if (outcome.kind === 'sent') stage.taken.push({ address, what: { ...what } });
    return outcome;
  };
  const campaigns: CampaignHooks = {
    spread: async () => undefined,
    done: async (_tx, { id }) => {
      stage.campaignsDone.push(id);
    },
    words: ({ user_id, org_name }) => ({
      mail: {
        parts: [`From ${org_name}.`],
        headers: { 'List-Unsubscribe': `<https://run.example.org/u/${user_id}>` },
      },
      chat: 'How to stop.',
    }),
  };
  const deps: SendDeps = {
    db,
    clock,
    jobs,
    secretBox,
    campaigns,
    stopSummaries: ({ type }) =>
      type === 'weekly_summary'
        ? { parts: ['How to stop.'], headers: { 'List-Unsubscribe': '<https://run.example.org/u>' } }
        : null,
    baseUrl: 'https://run.example.org',
    pusher: {
      send: async ({ token }, message, signal) => {
        await stage.beforePush(token, signal);
        return answer(token, message);
      },
    },
    messenger: { send: async ({ chat_id }, message) => answer(chat_id, message) },
    mailer: {
      send: async (message) => {
        await stage.beforeMail(message.to.address);
        stage.mails.push(message);
        answer(message.to.address, {});
      },
    },
  };
  const logger = pino(
    { level: 'error' },
    { write: (line: string) => void stage.alarms.push(JSON.parse(line)) },
  );
  const context = (signal: AbortSignal): JobContext => ({ job_id: newId(), attempt: 1, signal, logger });
  const handlers = new Map<string, JobHandler<never>>([
    [spreadJob.name, spreadHandler(deps)],
    [sendJob.name, sendHandler(deps)],
  ]);
  const always = new AbortController().signal;

  const stage: DeliveryStage = {
    db,
    deps,
    now: new Date('2026-07-01T09:00:00Z'),
    answers: new Map(),
    beforePush: async () => undefined,
    beforeMail: async () => undefined,
    taken: [],
    mails: [],
    alarms: [],
    campaignsDone: [],
    enqueued,

    async addPerson(options = {}) {
      const user_id = newId();
      const { language = 'en', timezone = 'UTC', settings = {}, is_verified = true } = options;
      await insertPeople([user_id], { language, timezone, settings, is_verified });
      for (const token of options.devices ?? []) await stage.addDevice(user_id, token);
      const [starts, ends] = options.quiet_hours ?? [];
      if (starts !== undefined && ends !== undefined) {
        await db.execute(sql`
          INSERT INTO quiet_hours (user_id, starts, ends, updated_at) VALUES (${user_id}, ${starts}, ${ends}, ${stage.now})`);
      }
      for (const topic of options.topics ?? []) {
        await db.execute(sql`
          INSERT INTO topic_subscriptions (user_id, topic, subscribed_at) VALUES (${user_id}, ${topic}, ${stage.now})`);
      }
      for (const service of ['line', 'telegram'] as const) {
        const chat_id = options[service];
        if (chat_id === undefined) continue;
        await db.execute(sql`
          INSERT INTO chat_accounts (user_id, service, chat_id, linked_at)
          VALUES (${user_id}, ${service}, ${chat_id}, ${stage.now})`);
      }
      return user_id;
    },

    async addPeople(count, { topic, token }) {
      const user_ids = Array.from({ length: count }, newId);
      await insertPeople(user_ids, { language: 'en', timezone: 'UTC', settings: {}, is_verified: true });
      await db.execute(sql`
        INSERT INTO topic_subscriptions (user_id, topic, subscribed_at)
        SELECT user_id, ${topic}, ${stage.now} FROM unnest(${user_ids}::uuid[]) AS t (user_id)`);
      await insertDevices(user_ids.map((user_id, n) => ({ user_id, token: token(n) })));
      return user_ids;
    },

    addDevice: (user_id, token) => insertDevices([{ user_id, token }]),

    async start(outgoing) {
      const id = newId();
      const message: NewOutgoing = {
        id,
        kind: 'topic',
        org_id: null,
        topic: 'general',
        audience: null,
        channels: ['push'],
        title: 'Track is closed',
        body: 'We meet at the river.',
        data: {},
        created_by: null,
        now: stage.now,
        ...outgoing,
      };
      await db.transaction((tx) => startOutgoing(tx, { jobs }, message));
      return message.id;
    },

    async run(signal = always) {
      while (enqueued.some(({ at }) => at === null || at <= stage.now)) await stage.runNext(signal);
    },

    async runNext(signal = always) {
      const index = enqueued.findIndex(({ at }) => at === null || at <= stage.now);
      const [job] = enqueued.splice(index, 1);
      if (index < 0 || job === undefined) throw new Error('No job is due.');
      await handlers.get(job.name)?.(job.payload as never, context(signal));
    },

    resume: () => resumeHandler(deps)({}, context(always)),
    cleanUp: () => cleanUpHandler(deps)({}, context(always)),

    async read(id) {
      const state = (await readOutgoing(db, { ids: [id] })).get(id);
      if (state === undefined) throw new Error('There is no such message.');
      return state;
    },

    async devices() {
      const rows = await db.query<{ token_hash: Buffer }>(sql`SELECT token_hash FROM device_tokens`);
      return rows.map(({ token_hash }) => tokens.get(token_hash.toString('hex')) ?? '?').sort();
    },

    close: () => db.close(),
  };
  return stage;

  async function insertPeople(
    user_ids: readonly string[],
    said: { language: string; timezone: string; settings: object; is_verified: boolean },
  ): Promise<void> {
    const { language, timezone, settings, is_verified } = said;
    await db.execute(sql`
      INSERT INTO users (user_id, email, username, is_verified, preferences, notification_settings, privacy, subscription,
                         created_at, updated_at)
      SELECT user_id, user_id || '@example.org', 'u_' || user_id, ${is_verified},
        ${JSON.stringify({ language, timezone })}::jsonb, ${JSON.stringify(settings)}::jsonb,
        ${JSON.stringify(DEFAULT_PRIVACY)}::jsonb, '{}', ${stage.now}, ${stage.now}
      FROM unnest(${user_ids}::uuid[]) AS t (user_id)`);
  }

  async function insertDevices(devices: readonly { user_id: string; token: string }[]): Promise<void> {
    const rows = devices.map(({ user_id, token }) => {
      const token_hash = hashToken(token);
      tokens.set(token_hash.toString('hex'), token);
      const purpose = `push token ${token_hash.toString('hex')} of ${user_id}`;
      return { user_id, token_hash, sealed: secretBox.seal(purpose, Buffer.from(token)) };
    });
    await db.execute(sql`
      INSERT INTO device_tokens (token_hash, user_id, sealed_token, platform, metadata, created_at, last_active_at)
      SELECT token_hash, user_id, sealed, 'android', '{}', ${stage.now}, ${stage.now}
      FROM unnest(${rows.map(({ token_hash }) => token_hash)}::bytea[], ${rows.map(({ user_id }) => user_id)}::uuid[],
                  ${rows.map(({ sealed }) => sealed)}::bytea[]) AS t (token_hash, user_id, sealed)
      ON CONFLICT (token_hash) DO UPDATE
      SET user_id = excluded.user_id, sealed_token = excluded.sealed_token, last_active_at = excluded.last_active_at`);
  }
}
