import type { IncomingMessage, ServerResponse } from 'node:http';
import { startBackfill } from './backfill.ts';
import { confirmOauth1, confirmOauth2 } from './consent.ts';
import { answerWithFault, type CallName } from './faults.ts';
import { giveAccessToken, giveRequestToken } from './oauth1-endpoints.ts';
import { exchangeToken, giveTokens } from './oauth2-endpoints.ts';
import type { Platform } from './platform.ts';
import { pullFile, pullSummaries } from './pull.ts';
import { deleteRegistration, readPermissions, readUserId } from './user-endpoints.ts';
import { type Answer, type Call, json, Refused, readCall, sendAnswer } from './wire.ts';

/** A call as a test may look at it afterwards: nothing of it is a secret. */
export type RecordedCall = {
  /** By the stand-in's clock. */
  readonly at: Date;
  /** Null: the stand-in knows no such address. */
  readonly call: CallName | null;
  readonly method: string;
  readonly path: string;
  /** Names, and the values of those that say nothing about who may what. */
  readonly query: Readonly<Record<string, string>>;
  readonly signed_by: 'oauth1' | 'bearer' | null;
  /** Null: it got no answer, or half of one. */
  readonly status: number | null;
  /** Why it was refused. */
  readonly refusal: string | null;
};

type Route = {
  readonly call: CallName;
  readonly methods: readonly string[];
  readonly path: RegExp;
  /** @param name the last part of the path where it is open */
  readonly work: (platform: Platform, call: Call, name: string) => Answer;
};

const USER = '(?:wellness-api|partner-gateway)/rest/user';
const REST = 'wellness-api/rest';

const route = (call: CallName, methods: string, path: string, work: Route['work']): Route => {
  return { call, methods: methods.split(' '), path: new RegExp(`^/${path}$`), work };
};

/** All four hosts of the platform on one address: their paths do not meet. */
const ROUTES: readonly Route[] = [
  route('request_token', 'POST', 'oauth-service/oauth/request_token', giveRequestToken),
  route('oauth_confirm', 'GET POST', 'oauthConfirm', confirmOauth1),
  route('access_token', 'POST', 'oauth-service/oauth/access_token', giveAccessToken),
  route('oauth2_confirm', 'GET POST', 'oauth2Confirm', confirmOauth2),
  route('oauth2_token', 'POST', 'di-oauth2-service/oauth/token', giveTokens),
  route('token_exchange', 'POST', 'partner-gateway/rest/user/token-exchange', exchangeToken),
  route('user_id', 'GET', `${USER}/id`, readUserId),
  route('user_permissions', 'GET', `${USER}/permissions`, readPermissions),
  route('registration', 'DELETE', `${USER}/registration`, deleteRegistration),
  route('backfill', 'GET', `${REST}/backfill/(\\w+)`, startBackfill),
  route('activity_file', 'GET', `${REST}/activityFile`, pullFile),
  route('pull', 'GET', `${REST}/(\\w+)`, pullSummaries),
];

const SHOWN = [
  'summaryStartTimeInSeconds',
  'summaryEndTimeInSeconds',
  'uploadStartTimeInSeconds',
  'uploadEndTimeInSeconds',
  'id',
];

/** Answers one request and notes it. */
export async function answerCall(
  platform: Platform,
  calls: RecordedCall[],
  request: IncomingMessage,
  response: ServerResponse,
  stopping: AbortSignal,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  const found = ROUTES.find((one) => one.path.test(path));
  const at = platform.clock.now();
  let read: Call | undefined;
  let refusal: string | null = null;
  const work = async (): Promise<Answer> => {
    try {
      read = await readCall(request);
      if (found === undefined) throw new Refused(404, 'no such address');
      if (!found.methods.includes(read.method)) throw new Refused(405, 'method not allowed');
      return found.work(platform, read, found.path.exec(path)?.[1] ?? '');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refusal = error.message;
      return json(error.status, { errorMessage: error.message });
    }
  };
  const fault = found && platform.faults.next(found.call);
  let status: number | null = null;
  try {
    status = await answerWithFault(fault, response, work, stopping);
  } catch (error) {
    // Whoever hung up, or a stand-in that is stopping, needs no answer; anything else is a mistake in here.
    if (stopping.aborted || request.destroyed || response.destroyed) return;
    refusal = String(error);
    status = 500;
    sendAnswer(response, json(500, { errorMessage: String(error) }));
  } finally {
    calls.push({
      at,
      call: found?.call ?? null,
      method: request.method ?? '',
      path,
      query: Object.fromEntries(
        (read?.query ?? []).map(([name, value]) => [name, SHOWN.includes(name) ? value : '…']),
      ),
      signed_by: signedBy(request.headers.authorization ?? ''),
      status,
      refusal,
    });
  }
}

function signedBy(authorization: string): 'oauth1' | 'bearer' | null {
  if (/^OAuth\s/i.test(authorization)) return 'oauth1';
  return /^Bearer\s/i.test(authorization) ? 'bearer' : null;
}
