import { isoOrNull } from '../../../shared/time.ts';
import type { OwnConnection } from '../connections/own-connection-queries.ts';

/** For its owner: nothing of what the platform gave us. */
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
