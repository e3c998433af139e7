import { createHmac } from 'node:crypto';
import { sql } from '../../infra/db/sql.ts';
import { furnishedClub, newStage, type Stage } from '../bad-input/stage.ts';
import { COOKIE_NAME, OWN_PAGE, signedInBrowser } from '../cookie-browser.ts';
import { addMember, createApiKey, grantAdmin, signUp, type TestUser } from '../factories.ts';
import { TEST_APP_KEY, type TestServer } from '../harness.ts';
import { UNREACHABLE_PLATFORMS } from '../unreachable-platforms.ts';
import type { Json } from './described-operations.ts';
import type { Credentials } from './make-request.ts';
import type { Random } from './random.ts';
import type { Known } from './valid-values.ts';

/** A club with one of everything and everybody who may ask, and what requests have made since. */
export type World = {
  readonly server: TestServer;
  readonly known: Known;
  readonly credentials: Credentials;
  /** Remembers what an answer tells of, so that later requests are about it. */
  remember(answer: unknown): void;
  /** Begins anew with another club when requests have ended this one: deleted it, or signed its coach out; says whether they had. */
  renewWhereNeeded(): Promise<boolean>;
};

/** Of each kind, the newest. */
const MOST_REMEMBERED = 20;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export async function newWorld(random: Random): Promise<World> {
  const { server, ...stage } = await newStage();
  let people = await peopleOf(server, stage);
  let remembered = new Map<string, string[]>();
  return {
    server,
    known: (name, picks) => {
      const seen = remembered.get(name) ?? [];
      return seen.length > 0 && picks.chance(0.3) ? picks.pick(seen) : people.stage.ids[name];
    },
    credentials: (schemes, body, by) => headersOf(people, { schemes, body, by, random }),
    remember: (answer) => {
      for (const [name, id] of idsIn(answer)) {
        const ids = remembered.get(name) ?? [];
        remembered.set(name, [id, ...ids.filter((one) => one !== id)].slice(0, MOST_REMEMBERED));
      }
    },
    renewWhereNeeded: async () => {
      const { club, apiKey } = people.stage;
      const own = { token: club.coach.token };
      const answers = [
        await server.request('GET', `/api/v1/organizations/${club.org_id}/members`, own),
        await server.request('GET', '/developer/v1/org', { apiKey }),
        await server.request('GET', '/api/v1/auth/me', { headers: people.byCookie }),
      ];
      if (answers.every(({ status }) => status === 200)) return false;
      people = await peopleOf(server, await furnishedClub(server));
      remembered = new Map();
      return true;
    },
  };
}

type People = {
  readonly stage: Omit<Stage, 'server'>;
  readonly others: readonly TestUser[];
  /** Of a key that may read the organization only. */
  readonly narrowKey: string;
  /** What a page of the server sends with a request of the coach who is signed in there. */
  readonly byCookie: Readonly<Record<string, string>>;
};

async function peopleOf(server: TestServer, stage: Omit<Stage, 'server'>): Promise<People> {
  const stranger = await signUp(server);
  const member = await addMember(server, stage.club);
  const admin = await signUp(server);
  await grantAdmin(server, admin.user_id);
  const { secret } = await createApiKey(server, stage.club, { scopes: ['org:read'] });
  // Made-up sign-ins come from the same address, which may have failed too often.
  await server.deps.db.execute(sql`DELETE FROM login_failures`);
  const { cookie } = await signedInBrowser(server, stage.club.coach.email);
  const byCookie = { ...OWN_PAGE, cookie: `${COOKIE_NAME}=${cookie}` };
  return { stage, others: [stranger, member, admin], narrowKey: secret, byCookie };
}

type Asked = {
  readonly schemes: readonly string[];
  readonly body: string | undefined;
  readonly by: 'who_may' | 'somebody_else';
  readonly random: Random;
};

function headersOf(
  { stage, others, narrowKey, byCookie }: People,
  { schemes, body = '', by, random }: Asked,
) {
  const isOther = by === 'somebody_else';
  const token = isOther ? random.pick(others).token : stage.club.coach.token;
  const key = isOther ? narrowKey : stage.apiKey;
  const { STRAVA_CLIENT_SECRET, LINE_CHANNEL_SECRET } = UNREACHABLE_PLATFORMS;
  const headers: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
    accessToken: () => ({ authorization: `Bearer ${token}` }),
    cookieAuth: () => (isOther ? { authorization: `Bearer ${token}` } : byCookie),
    appKey: () => ({ 'x-api-key': TEST_APP_KEY }),
    apiKeyBearer: () => ({ authorization: `Bearer ${key}` }),
    apiKeyHeader: () => ({ 'x-api-key': key }),
    platformKey: () => ({ 'x-api-key': UNREACHABLE_PLATFORMS.GARMIN_PUSH_API_KEY }),
    stravaSignature: () => {
      const t = Math.floor(Date.now() / 1000);
      const v1 = createHmac('sha256', STRAVA_CLIENT_SECRET).update(`${t}.${body}`).digest('hex');
      return { 'x-strava-signature': `t=${t},v1=${v1}` };
    },
    lineSignature: () => ({
      'x-line-signature': createHmac('sha256', LINE_CHANNEL_SECRET).update(body).digest('base64'),
    }),
    telegramSecret: () => ({
      'x-telegram-bot-api-secret-token': UNREACHABLE_PLATFORMS.TELEGRAM_WEBHOOK_SECRET,
    }),
  };
  return Object.assign({}, ...schemes.map((scheme) => headers[scheme]?.() ?? {})) as Record<string, string>;
}

/** Ids of an answer by the names under which requests ask for them: `id` of a `group` is a `group_id`. */
function idsIn(value: unknown, name = ''): [name: string, id: string][] {
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((one) => idsIn(one, name.replace(/s$/, '')));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([key, one]): [string, string][] => {
    if (typeof one !== 'string') return idsIn(one, key);
    if (!UUID.test(one)) return [];
    return key === 'id' ? [[`${name}_id`, one]] : key.endsWith('_id') ? [[key, one]] : [];
  });
}
