import type { CallName } from './plan-faults.ts';
import type { PlatformRequest } from './read-request.ts';

/** What somebody asked the platform and what came of it; no secret is in it. */
type LoggedRequest = {
  readonly at: Date;
  /** Null: there is no such call. */
  readonly call: CallName | null;
  readonly method: string;
  readonly path: string;
  /** Secrets among them say no more than that they were there. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: 'Bearer' | 'Basic' | 'other' | null;
  readonly athlete_id: number | null;
  /** What the platform meant to answer, even if a fault cut the line. */
  readonly status: number;
  readonly fault: string | null;
};

const SECRETS = [
  'client_secret',
  'code',
  'refresh_token',
  'access_token',
  'token',
  'verify_token',
  'state',
  'request',
];

/** Requests are kept up to this many, the oldest forgotten first. */
const MOST = 20_000;

export type RequestLog = {
  add(request: LoggedRequest): void;
  /** Oldest first. */
  list(call?: CallName): readonly LoggedRequest[];
  forget(): void;
};

export function keepLog(): RequestLog {
  let log: LoggedRequest[] = [];
  return {
    add: (request) => {
      if (log.length >= MOST) log = log.slice(MOST / 2);
      log.push(request);
    },
    list: (call) => log.filter((request) => call === undefined || request.call === call),
    forget: () => {
      log = [];
    },
  };
}

export function withoutSecrets({ parameters }: PlatformRequest): Record<string, string> {
  return Object.fromEntries(
    [...parameters].map(([name, value]) => [name, SECRETS.includes(name) ? '(hidden)' : value]),
  );
}

export function kindOfAuthorization(header: string | undefined): LoggedRequest['authorization'] {
  if (header === undefined) return null;
  if (/^bearer /i.test(header)) return 'Bearer';
  return /^basic /i.test(header) ? 'Basic' : 'other';
}
