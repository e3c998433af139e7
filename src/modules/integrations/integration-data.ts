import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import { findOwnAttempts } from './connect/attempt-queries.ts';
import { enqueueRevocation, grantOf } from './connect/revoke-consent.ts';
import { findConnection } from './connections/connection-queries.ts';
import { findOwnConnections } from './connections/own-connection-queries.ts';
import { CONNECTED_PLATFORMS, type PlatformId } from './provider.ts';

type IntegrationDataDeps = {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly secretBox: SecretBox;
};

/**
 * The platforms that a person has connected or is connecting, without their credentials. They are deleted with the person, and the
 * consents are revoked at the platforms.
 */
export function integrationData(deps: IntegrationDataDeps): PersonalData {
  return {
    name: 'integrations',
    columns: [
      'platform_connections.user_id',
      'platform_connections.provider_user_id',
      'connection_attempts.user_id',
      'backfills.user_id',
      'backfills.provider_user_id',
      'platform_fetches.user_id',
      'platform_withdrawals.user_id',
    ],
    files: {
      'connections.json':
        'The platforms you have connected, who you are to them, and what of your past came over.',
      'connection_attempts.json': 'The platforms whose consent page you were sent to a moment ago.',
    },
    async *collect(user_id) {
      yield { name: 'connections.json', records: fewRecords(() => readConnections(deps.db, user_id)) };
      yield { name: 'connection_attempts.json', records: fewRecords(() => readAttempts(deps.db, user_id)) };
    },
    release: async (tx, { user_id }) => {
      for (const provider of CONNECTED_PLATFORMS) await takeConsentBack(tx, deps, { user_id, provider });
    },
  };
}

async function readConnections(db: Database, user_id: string): Promise<object[]> {
  return (await findOwnConnections(db, user_id)).map((connection) => ({
    provider: connection.provider,
    provider_user_id: connection.provider_user_id,
    scopes: connection.scopes,
    connected_at: connection.connected_at.toISOString(),
    last_sync_at: isoOrNull(connection.last_sync_at),
    token_expired_at: isoOrNull(connection.token_expired_at),
    backfill: connection.backfill && {
      state: connection.backfill.state,
      imported: connection.backfill.imported,
      remark: connection.backfill.reason,
      from_time: new Date(connection.backfill.from_time).toISOString(),
      until_time: new Date(connection.backfill.until_time).toISOString(),
    },
  }));
}

async function readAttempts(db: Database, user_id: string): Promise<object[]> {
  return (await findOwnAttempts(db, user_id)).map((attempt) => ({
    provider: attempt.provider,
    return_url: attempt.return_url,
    created_at: attempt.created_at.toISOString(),
    expires_at: attempt.expires_at.toISOString(),
  }));
}

/** Revokes by a job, which commits with the deletion: afterwards nobody is left who could ask the platform. */
async function takeConsentBack(
  tx: Transaction,
  deps: IntegrationDataDeps,
  key: { user_id: string; provider: PlatformId },
): Promise<void> {
  const connection = await findConnection(tx, key);
  const grant = connection && grantOf(deps.secretBox, key, connection);
  if (grant !== null) await enqueueRevocation(tx, deps, { provider: key.provider, grant });
}
