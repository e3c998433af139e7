import { setTimeout } from 'node:timers/promises';
import {
  type HttpClient,
  HttpClientError,
  type HttpRequest,
  type HttpResponse,
} from '../../../../infra/http-client/index.ts';
import { type Clock, SECOND_MS } from '../../../../shared/time.ts';
import { PlatformError } from '../../platform-error.ts';
import type { Allowance, Session } from '../../provider.ts';
import { isObject, type Members } from '../members.ts';
import { readCredentials } from './credentials.ts';
import { judgeAnswer } from './judge-answer.ts';
import { readJson } from './read-json.ts';
import { readAllowance } from './read-limits.ts';
import type { StravaSettings } from './settings.ts';

const TIMEOUT_MS = 20 * SECOND_MS;
/** Two hundred summaries have some 600 KiB, as does a workout with many segments. */
const MAX_BYTES = 8 * 1_024 * 1_024;

type Call = Pick<HttpRequest, 'method' | 'headers' | 'max_bytes' | 'signal'> & {
  readonly below: 'web_url' | 'api_url';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly call: string;
};

export type Strava = {
  readonly settings: StravaSettings;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<void>;
  /** Any answer, whatever its status. @throws PlatformError `unavailable` when there is none */
  exchange(call: Call): Promise<HttpResponse>;
  /** The body of an answer with success. @throws PlatformError */
  ask(call: Call): Promise<Buffer>;
  read(session: Session, read: Pick<Call, 'path' | 'query' | 'call' | 'max_bytes'>): Promise<Buffer>;
  allowance(): Allowance | null;
};

export type StravaDeps = {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly wait?: (ms: number) => Promise<void>;
  readonly timeout_ms?: number;
};

/** @param settings undefined where the operator has no app at Strava: then no call is made */
export function askStrava(settings: StravaSettings | undefined, deps: StravaDeps): Strava {
  const { http, clock, timeout_ms = TIMEOUT_MS } = deps;
  let noted: Allowance | null = null;
  const configured = (): StravaSettings => {
    if (settings !== undefined) return settings;
    throw new PlatformError(
      'refused',
      'Strava is not configured: set STRAVA_CLIENT_ID and STRAVA_CLIENT_SECRET.',
    );
  };
  const exchange = async (call: Call): Promise<HttpResponse> => {
    const url = addressOf(configured(), call);
    const { method, max_bytes = MAX_BYTES, form, signal } = call;
    const request = {
      method,
      url,
      headers: { accept: 'application/json', ...formHeader(form), ...call.headers },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
      ...(signal === undefined ? {} : { signal }),
      timeout_ms,
      max_bytes,
      service: 'strava' as const,
      name: `${call.call}: Strava`,
    };
    const response = await http.send(request).catch((cause: unknown) => {
      throw cause instanceof HttpClientError
        ? new PlatformError('unavailable', cause.message, { cause })
        : cause;
    });
    noted = readAllowance(response.headers, clock.now()) ?? noted;
    return response;
  };
  const ask = async (call: Call): Promise<Buffer> => {
    const response = await exchange(call);
    const error = judgeAnswer(response, call.call, clock.now());
    if (error !== null) throw error;
    return response.body;
  };
  return {
    get settings() {
      return configured();
    },
    clock,
    wait: deps.wait ?? ((ms) => setTimeout(ms)),
    exchange,
    ask,
    read: async ({ credentials, signal }, read) => {
      const { access_token } = readCredentials(credentials);
      const headers = { authorization: `Bearer ${access_token}` };
      return await ask({ ...read, method: 'GET', below: 'api_url', headers, signal });
    },
    allowance: () => (noted === null || noted.until <= clock.now() ? null : noted),
  };
}

function addressOf(settings: StravaSettings, { below, path, query }: Call): URL {
  const url = new URL(`${settings[below].replace(/\/+$/, '')}${path}`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

function formHeader(form: unknown): Record<string, string> {
  return form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
}

/** @throws PlatformError `unavailable` for a page of HTML, half an answer and the like */
export function readObject(body: Uint8Array, call: string): Members {
  const answer = readJson(body);
  if (isObject(answer)) return answer;
  throw new PlatformError('unavailable', `${call}: Strava answers with what is none of its answers.`);
}
