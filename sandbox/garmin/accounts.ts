import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../src/shared/time.ts';
import type { NotificationType, Permission } from './summary-types.ts';

/** What the portal knows of a type that an app hears of. */
export type Endpoint = {
  /** On loopback: the stand-in calls nobody else. */
  readonly url: string;
  /** `push`: the data itself; `ping`: where to get it. Files are always pinged, events always pushed. */
  readonly mode?: 'push' | 'ping';
  /** `on_hold`: queued, and sent once it is on again; `off`: dropped, and no backfill either. */
  readonly state?: 'on' | 'on_hold' | 'off';
};

export type App = {
  /** The consumer key of OAuth 1.0a and the client id of OAuth 2.0. */
  readonly client_id: string;
  readonly client_secret: string;
  /** Where consent leads back to unless a request says otherwise. */
  readonly callback_url: string;
  /** Those that OAuth 2.0 may lead back to; absent: any. */
  readonly redirect_uris?: readonly string[];
  /** Sent with each notification as `x-api-key`; absent: not sent. */
  readonly x_api_key?: string;
  /** A type that is missing here is not enabled. */
  readonly endpoints: Partial<Record<NotificationType, Endpoint>>;
};

/** One somebody who has allowed one app. */
export type Connection = {
  readonly user_id: string;
  readonly client_id: string;
  permissions: readonly Permission[];
  /** Calls for the permissions that still fail. */
  permissions_unready: number;
  oauth1: { readonly token: string; readonly secret: string } | null;
  readonly access_tokens: Map<string, { readonly expires_ms: number }>;
  refresh: { readonly token: string; readonly expires_ms: number } | null;
};

type RequestToken = {
  readonly token: string;
  readonly secret: string;
  readonly client_id: string;
  /** The callback of the first leg, which not every client sends. */
  readonly callback: string | null;
  readonly expires_ms: number;
  /** What somebody said on the consent page; null: nothing yet. */
  decision: Consent | 'denied' | null;
};

type Consent = {
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  readonly verifier: string;
};

type AuthorizationCode = {
  readonly code: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  readonly challenge: string;
  readonly redirect_uri: string;
  readonly expires_ms: number;
};

/** Apps, connections and all that is being agreed on. */
export type Accounts = {
  readonly clock: Clock;
  readonly apps: readonly App[];
  readonly connections: Connection[];
  /** When somebody first allowed an app, by `<client_id> <user_id>`: it outlives the connection. */
  readonly first_connected_ms: Map<string, number>;
  readonly request_tokens: Map<string, RequestToken>;
  readonly codes: Map<string, AuthorizationCode>;
  /** Nonces that were used, each with the time from which its timestamp would be refused anyhow. */
  readonly nonces: Map<string, number>;
};

export function openAccounts(clock: Clock, apps: readonly App[]): Accounts {
  return {
    clock,
    apps,
    connections: [],
    first_connected_ms: new Map(),
    request_tokens: new Map(),
    codes: new Map(),
    nonces: new Map(),
  };
}

export const newToken = (): string => randomUUID();
export const newSecret = (): string => randomBytes(26).toString('base64url');

export function findConnection(
  { connections }: Accounts,
  test: (connection: Connection) => boolean,
): Connection | undefined {
  return connections.find(test);
}

export function firstConnectedMs(accounts: Accounts, connection: Connection): number {
  return accounts.first_connected_ms.get(`${connection.client_id} ${connection.user_id}`) ?? 0;
}

/** Somebody allows an app: whatever the same app had for the same person before ends here. */
export function connect(
  accounts: Accounts,
  given: {
    client_id: string;
    user_id: string;
    permissions: readonly Permission[];
    permissions_unready: number;
  },
): Connection {
  disconnect(accounts, given);
  const connection: Connection = { ...given, oauth1: null, access_tokens: new Map(), refresh: null };
  accounts.connections.push(connection);
  const key = `${given.client_id} ${given.user_id}`;
  if (!accounts.first_connected_ms.has(key)) {
    accounts.first_connected_ms.set(key, accounts.clock.now().getTime());
  }
  return connection;
}

/** Ends what an app may do for somebody, with all of its tokens. */
export function disconnect(
  { connections }: Accounts,
  { client_id, user_id }: { client_id: string; user_id: string },
): Connection | undefined {
  const index = connections.findIndex((one) => one.client_id === client_id && one.user_id === user_id);
  return index < 0 ? undefined : connections.splice(index, 1)[0];
}
