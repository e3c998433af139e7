import { setTimeout } from 'node:timers/promises';
import type { HttpClient } from '../../../../infra/http-client/index.ts';
import { type Clock, MINUTE_MS } from '../../../../shared/time.ts';
import type { Notice } from '../../notice.ts';
import { PlatformError, UnreadableDelivery } from '../../platform-error.ts';
import { type Credentials, type Grant, type Provider, type Session, TITLES } from '../../provider.ts';
import type { Reader } from '../../sync/reader.ts';
import { askForPermissions, askWhoTheyAre, endRegistration, patiently } from './about-athlete.ts';
import { askForAthlete, requireDone } from './ask-for-athlete.ts';
import { backfill } from './backfill.ts';
import type { ConsentWay } from './consent-way.ts';
import { readCredentials } from './credentials.ts';
import { byOauth1 } from './oauth1.ts';
import { byOauth2, changeOver, refreshTokens } from './oauth2.ts';
import { ACTIVITY_EXPORT } from './permissions.ts';
import { isPulled } from './read-delivery.ts';
import type { Garmin } from './send.ts';
import type { GarminSettings } from './settings.ts';

const MAX_LENGTH = 4_000;

/**
 * The address in a ping, if it may be followed: it must be on the configured API and only one name below its root, so that only
 * summaries can be asked for. Any other address could lead into the operator's own network.
 */
export function followable(callback_url: string, { api_url }: Pick<GarminSettings, 'api_url'>): URL | null {
  if (callback_url.length > MAX_LENGTH || !URL.canParse(callback_url)) return null;
  const url = new URL(callback_url);
  const api = new URL(api_url);
  const isWithoutUser = url.username === '' && url.password === '';
  if (url.origin !== api.origin || !isWithoutUser) return null;
  const root = `${api.pathname.replace(/\/+$/, '')}/`;
  const isOneName = url.pathname.startsWith(root) && /^\w+$/.test(url.pathname.slice(root.length));
  return isOneName ? url : null;
}

/** How long before they expire tokens are renewed, since the calls that use them may take a while. */
const RENEW_BEFORE_MS = 10 * MINUTE_MS;

/** The limit for details, which can be this large by Garmin's own account. */
const MAX_PULLED_BYTES = 128 * 1024 * 1024;

/** Garmin as a provider; without settings it is not configured, and no call may be made. */
export function createGarmin(
  settings: GarminSettings | undefined,
  deps: { http: HttpClient; clock: Clock; reader: Reader; wait?: (ms: number) => Promise<void> },
): Provider {
  const { http, clock, reader, wait = (ms: number) => setTimeout(ms) } = deps;
  const configured = (): Garmin => {
    if (settings === undefined) throw new PlatformError('refused', 'Garmin is not configured.');
    return { settings, http, clock, wait };
  };
  const way = (): ConsentWay => (settings?.oauth === '2.0' ? byOauth2(configured()) : byOauth1(configured()));
  return {
    id: 'garmin',
    title: TITLES.garmin,
    is_configured: settings !== undefined,

    depart: async (trip) => await way().depart(trip),
    readReturn: (query) => way().readReturn(query),
    exchange: async (trip) => await readGrant(configured(), await way().exchange(trip)),
    renewAt: (credentials) => renewAt(credentials, settings),
    renew: async ({ credentials }) => await renew(configured(), credentials),
    revoke: async (session) => await endRegistration(configured(), session),
    stillConsents: async (session) => await stillConsents(configured(), session),
    isOfUse: (scopes) => scopes.includes(ACTIVITY_EXPORT),
    sends_past: true,
    // Garmin does not tell its allowance; beyond the limit it answers 429.
    allowance: () => null,

    backfill: async (session, range, cursor) => await backfill(configured(), session, range, cursor),
    // Garmin sends what it has, and gives nothing that it has not announced.
    fetchActivity: async () => [],
    fetchElsewhere: async (session, place) => await fetchElsewhere(configured(), reader, session, place),
    readDelivery: async (body) => {
      const notices = await reader.read('garmin', 'delivery', [body]);
      return notices.map((notice) => settledOn(configured(), notice));
    },
  };
}

async function readGrant(garmin: Garmin, credentials: Credentials): Promise<Grant> {
  const on = { credentials };
  const provider_user_id = await patiently(garmin, () => askWhoTheyAre(garmin, on));
  const scopes = await patiently(garmin, () => askForPermissions(garmin, on));
  if (scopes.includes(ACTIVITY_EXPORT)) return { provider_user_id, credentials, scopes };
  // Otherwise Garmin would go on sending data that is not kept here. If the consent cannot be ended now, it does.
  await endRegistration(garmin, on).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
  });
  throw new PlatformError('insufficient_scope', 'The athlete does not allow activities.');
}

/** Tokens of OAuth 1.0a do not expire. Where athletes connect by 2.0 now, they are exchanged for 2.0 tokens at the next use. */
function renewAt(kept: Credentials, settings: GarminSettings | undefined): Date | null {
  const credentials = readCredentials(kept);
  if (credentials.oauth === '1.0a') return settings?.oauth === '2.0' ? new Date(0) : null;
  return new Date(Date.parse(credentials.expires_at) - RENEW_BEFORE_MS);
}

async function renew(garmin: Garmin, kept: Credentials): Promise<Credentials> {
  const credentials = readCredentials(kept);
  if (credentials.oauth === '2.0') return await refreshTokens(garmin, credentials);
  if (garmin.settings.oauth === '1.0a') {
    throw new PlatformError('unauthorized', 'Tokens of OAuth 1.0a cannot be renewed.');
  }
  // Until Garmin exchanges them, they are used as they are.
  return (await changeOver(garmin, credentials)) ?? kept;
}

async function stillConsents(garmin: Garmin, session: Session): Promise<boolean> {
  try {
    return (await askWhoTheyAre(garmin, session)) === session.provider_user_id;
  } catch (error) {
    if (error instanceof PlatformError && error.fault === 'unauthorized') return false;
    throw error;
  }
}

async function fetchElsewhere(
  garmin: Garmin,
  reader: Reader,
  session: Session,
  { what, url: callback_url }: { what: string; url: string },
): Promise<readonly Notice[]> {
  const url = followable(callback_url, garmin.settings);
  // The address was right when it came: the operator has changed the API's address since.
  if (url === null || !isPulled(what))
    throw new PlatformError('refused', 'The callback URL is none of Garmin.');
  const call = { method: 'GET', url, max_bytes: MAX_PULLED_BYTES } as const;
  const response = await askForAthlete(garmin, session, call);
  requireDone(response);
  const notices = await read(reader, what, response.body);
  return notices.map((notice) => (notice.kind === 'unreadable' ? notice : ofSession(session, notice)));
}

async function read(reader: Reader, what: string, body: Uint8Array): Promise<readonly Notice[]> {
  try {
    return await reader.read('garmin', what, [body]);
  } catch (error) {
    if (!(error instanceof UnreadableDelivery)) throw error;
    throw new PlatformError('unavailable', `What Garmin gives at a callback URL: ${error.message}.`);
  }
}

function ofSession({ provider_user_id }: Session, notice: Notice): Notice {
  if (notice.provider_user_id === provider_user_id) return notice;
  const reason = 'it is about somebody else than the callback URL was for';
  return { provider_user_id, kind: 'unreadable', item: notice.kind, reason };
}

function settledOn({ settings }: Garmin, notice: Notice): Notice {
  if (notice.kind !== 'elsewhere' || followable(notice.url, settings) !== null) return notice;
  const { provider_user_id, what } = notice;
  const reason = 'its callback URL is not on the configured API of Garmin';
  return { provider_user_id, kind: 'unreadable', item: what, reason };
}
