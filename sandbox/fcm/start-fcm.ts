import { type Clock, MINUTE_MS, SECOND_MS, systemClock } from '../../src/shared/time.ts';
import { type Answer, html, json, type Said } from '../kit/answers.ts';
import { type RawCall, route, startStandIn } from '../kit/stand-in.ts';
import { fateOf, fcmError, googleError, later } from './answers.ts';
import { type FcmMessage, readSendRequest } from './check-message.ts';
import { giveTokens } from './give-tokens.ts';

type FcmOptions = {
  /** Where it listens; any free one by default. */
  readonly port?: number;
  /** What its tokens and minutes follow, the machine's by default. */
  readonly clock?: Clock;
  readonly project_id?: string;
  readonly token_life_s?: number;
  /** Messages that the project may send in a minute. */
  readonly quota_per_minute?: number;
  /** What busy devices say. */
  readonly retry_after_s?: number;
  readonly latency_ms?: number;
};

export type FcmSandbox = Awaited<ReturnType<typeof startFcm>>;

/** Starts a Firebase Cloud Messaging on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops. */
export async function startFcm(options: FcmOptions = {}) {
  const { clock = systemClock, project_id = 'ekiden-sandbox', retry_after_s = 60 } = options;
  const takeQuota = countByMinute(options.quota_per_minute ?? 600_000, clock);
  const attempts = new Map<string, number>();
  let messages: FcmMessage[] = [];
  let checks = 0;

  const accepted = (id: string): Answer => json(200, { name: `projects/${project_id}/messages/${id}` });
  const send = ({ headers, body }: RawCall): Said => {
    if (!tokens.knows(headers.authorization))
      return googleError('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    const { message, validate_only } = readSendRequest(body.toString());
    const { token } = message;
    if (validate_only) {
      checks += 1;
      const { said } = fateOf(token, Number.POSITIVE_INFINITY, 0);
      return typeof said === 'string' ? accepted('fake_message_id') : said;
    }
    const wait_s = takeQuota();
    if (wait_s !== null)
      return later(
        fcmError('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', 'Quota of the project exceeded.'),
        wait_s,
      );
    const attempt = attempts.get(token) ?? 0;
    attempts.set(token, attempt + 1);
    const { taken, said } = fateOf(token, attempt, retry_after_s);
    if (taken) messages.push(message);
    return said === 'ok' ? accepted(String(messages.length)) : said;
  };
  const ofOthers = 'Permission cloudmessaging.messages.create denied on this project (or it may not exist).';
  const listed = (): Answer => {
    const lines = messages.map((message) => `${JSON.stringify(message)}\n`);
    return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: lines.join('') };
  };
  const forget = (): Answer => {
    messages = [];
    return { status: 204 };
  };

  const { calls, ...api } = await startStandIn({
    name: 'FCM',
    port: options.port,
    now: clock.now,
    latency_ms: options.latency_ms,
    routes: [
      route('token', 'POST', '/token', ({ body }: RawCall) =>
        tokens.give(new URLSearchParams(body.toString())),
      ),
      route('send', 'POST', `/v1/projects/${project_id}/messages:send`, send),
      route(null, 'POST', '/v1/projects/:id/messages:send', () => googleError('PERMISSION_DENIED', ofOthers)),
      route(null, 'GET', '/sandbox/messages', listed),
      route(null, 'DELETE', '/sandbox/messages', forget),
    ],
    read: (raw) => raw,
    notFound: html(404, '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>'),
  });
  const { token_life_s = 3_599 } = options;
  const tokens = await giveTokens({ project_id, token_url: `${api.url}/token`, token_life_s, clock });
  return {
    ...api,
    account: tokens.account,
    endTokens: tokens.endTokens,
    /** Settings with which a server sends its pushes here. */
    env: () => ({ FCM_SERVICE_ACCOUNT: JSON.stringify(tokens.account), FCM_URL: api.url }),
    /** What devices got, as it was sent, oldest first. */
    messages: {
      list: (): readonly FcmMessage[] => messages,
      to: (token: string): readonly FcmMessage[] => messages.filter((message) => message.token === token),
      forget: (): void => void forget(),
    },
    /** How often it was asked: for access tokens, to send, and (among the latter) only to check. */
    calls: () => ({ token: calls.list('token').length, send: calls.list('send').length, validate: checks }),
  };
}

/** @returns takes one of a minute's messages; null: there is one, else how many seconds until there are again */
function countByMinute(most: number, clock: Clock): () => number | null {
  let [minute, used] = [0, 0];
  return () => {
    const now = clock.now().getTime();
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) [minute, used] = [current, 0];
    used += 1;
    return used <= most ? null : Math.ceil(((current + 1) * MINUTE_MS - now) / SECOND_MS);
  };
}
