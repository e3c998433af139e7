import type { Static } from 'typebox';
import { isoOrNull } from '../../../shared/time.ts';
import type { OwnConnection } from '../connections/own-connection-queries.ts';
import type { ConfirmedConnection } from './contract.ts';
import type { confirmConnecting } from './finish-connecting.ts';

export function presentIntegration(connection: OwnConnection) {
  const { backfill } = connection;
  return {
    provider: connection.provider,
    connected: connection.token_expired_at === null,
    connected_at: connection.connected_at.toISOString(),
    last_sync_at: isoOrNull(connection.last_sync_at),
    token_expired_at: isoOrNull(connection.token_expired_at),
    scopes: connection.scopes,
    backfill: backfill && { state: backfill.state, imported: backfill.imported, remark: backfill.reason },
  };
}

/** As `resultUrl` says it in an address. */
export function presentConfirmed({
  provider,
  ...outcome
}: Awaited<ReturnType<typeof confirmConnecting>>): Static<typeof ConfirmedConnection> {
  return 'error' in outcome
    ? { provider, status: 'error', provider_user_id: null, error: outcome.error }
    : { provider, status: 'success', provider_user_id: outcome.provider_user_id, error: null };
}
