import type { Database } from '../../infra/db/database.ts';
import { isoOrNull } from '../../shared/time.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import { findOwnConnections } from './queries.ts';

/** Which platforms a person has connected. It goes with them. */
export function integrationData(deps: { db: Database }): PersonalData {
  const readConnections = async (user_id: string): Promise<object[]> => {
    const connections = await findOwnConnections(deps.db, user_id);
    return connections.map((connection) => ({
      provider: connection.provider,
      provider_user_id: connection.provider_user_id,
      connected_at: connection.connected_at.toISOString(),
      last_sync_at: isoOrNull(connection.last_sync_at),
      token_expired_at: isoOrNull(connection.token_expired_at),
    }));
  };
  return {
    name: 'integrations',
    columns: ['platform_connections.user_id', 'platform_connections.provider_user_id'],
    files: { 'connections.json': 'The platforms you have connected, and who you are to them.' },
    async *collect(user_id) {
      yield { name: 'connections.json', records: fewRecords(() => readConnections(user_id)) };
    },
  };
}
