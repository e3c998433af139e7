import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { countedNetwork } from '../../infra/rate-limit/index.ts';
import { DAY_MS } from '../../shared/time.ts';

/** As long as a session lasts that nobody uses. */
const KNOWN_MS = 60 * DAY_MS;

/** Since when somebody must have been seen in a network for it to be known. */
export const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_MS);

export async function noteNetwork(
  tx: Transaction,
  { user_id, address, now }: { user_id: string; address: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO known_networks (user_id, network, last_seen_at)
    VALUES (${user_id}, ${countedNetwork(address)}, ${now})
    ON CONFLICT (user_id, network) DO UPDATE SET last_seen_at = excluded.last_seen_at`);
}

export async function deleteOldNetworks(db: Queryable, now: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM known_networks WHERE last_seen_at <= ${knownSince(now)}`);
}

/** A private network, or that of the machine itself: that of ::1 is all zeros. */
const PRIVATE = '^(127\\.|10\\.|192\\.168\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.|0:0:0:0::/64|f[cd][0-9a-f]{2}:)';

/** The number of people seen lately, of their networks, and of networks without strangers. */
export async function countNetworks(
  db: Queryable,
): Promise<{ readonly people: number; readonly networks: number; readonly private_networks: number }> {
  return await db.one(sql`
    SELECT count(DISTINCT user_id)::int AS people, count(DISTINCT network)::int AS networks,
      (count(DISTINCT network) FILTER (WHERE network ~ ${PRIVATE}))::int AS private_networks
    FROM known_networks`);
}
