import { randomUUID } from 'node:crypto';
import { keepExpiring, newSecret } from '../kit/expiring.ts';
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

type Consent = {
  readonly client_id: string;
  readonly user_id: string;
  readonly permissions: readonly Permission[];
};

/** One somebody who has allowed one app. */
export type Connection = Omit<Consent, 'permissions'> & {
  permissions: readonly Permission[];
  /** Calls for the permissions that still fail. */
  permissions_unready: number;
  /** When they allowed it for the first time, also where that connection has ended since. */
  readonly first_connected_ms: number;
  oauth1: { readonly token: string; readonly secret: string } | null;
};

type RequestToken = {
  readonly secret: string;
  readonly client_id: string;
  /** The callback of the first leg, which not every client sends. */
  readonly callback: string | null;
  /** What somebody said on the consent page; null: nothing yet. */
  decision: (Consent & { readonly verifier: string }) | 'denied' | null;
};

type AuthorizationCode = Consent & { readonly challenge: string; readonly redirect_uri: string };

export const newToken = (): { token: string; secret: string } => ({
  token: randomUUID(),
  secret: newSecret(),
});

/** Connections, and all that is being agreed on. */
export function openAccounts(now: () => Date) {
  let connections: readonly Connection[] = [];
  const first_connected = new Map<string, number>();
  const access_tokens = keepExpiring<Connection>(now);
  const refresh_tokens = keepExpiring<Connection>(now);
  const of = ({ client_id, user_id }: Omit<Consent, 'permissions'>): Connection | undefined =>
    connections.find((one) => one.client_id === client_id && one.user_id === user_id);
  /** Ends what an app may do for somebody, with all of its tokens. */
  const disconnect = (ended: Connection | undefined): void => {
    connections = connections.filter((one) => one !== ended);
    for (const tokens of [access_tokens, refresh_tokens]) tokens.remove((one) => one === ended);
  };
  return {
    request_tokens: keepExpiring<RequestToken>(now),
    codes: keepExpiring<AuthorizationCode>(now),
    access_tokens,
    refresh_tokens,
    /** Those that were used, each as long as its timestamp would pass. */
    nonces: keepExpiring<true>(now),
    /** What an app has of somebody; undefined: nothing any more. */
    of,
    ofUser: (user_id: string): Connection[] => connections.filter((one) => one.user_id === user_id),
    ofToken: (client_id: string, token: string | null): Connection | undefined =>
      connections.find((one) => one.client_id === client_id && one.oauth1?.token === token),
    /** Somebody allows an app: whatever the same app had for the same person before ends here. */
    connect: ({ client_id, user_id, permissions }: Consent, permissions_unready: number): Connection => {
      disconnect(of({ client_id, user_id }));
      const key = `${client_id} ${user_id}`;
      const first_connected_ms = first_connected.get(key) ?? now().getTime();
      first_connected.set(key, first_connected_ms);
      const given = { client_id, user_id, permissions, permissions_unready, first_connected_ms };
      const connection: Connection = { ...given, oauth1: null };
      connections = [...connections, connection];
      return connection;
    },
    disconnect,
  };
}
