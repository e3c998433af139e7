import type { Queryable } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ConnectionKey } from './credentials-box.ts';

/**
 * Takes the turn to renew credentials, until it is given back or its time is over because its process died.
 *
 * @returns whether nobody else has it
 */
export async function takeRenewal(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const taken = await db.execute(sql`
    UPDATE platform_connections SET renewing_until = ${until}
    WHERE user_id = ${user_id} AND provider = ${provider}
      AND sealed_credentials IS NOT NULL AND (renewing_until IS NULL OR renewing_until <= ${now})`);
  return taken === 1;
}

/** @param until the turn that was taken; a new connection ends the turn, and keeps its own credentials */
export async function storeRenewed(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
  { until, sealed_credentials }: { until: Date; sealed_credentials: Uint8Array },
): Promise<void> {
  await db.execute(sql`
    UPDATE platform_connections SET sealed_credentials = ${sealed_credentials}, renewing_until = NULL
    WHERE user_id = ${user_id} AND provider = ${provider} AND renewing_until = ${until}`);
}

export async function giveRenewalBack(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
  until: Date,
): Promise<void> {
  await db.execute(sql`
    UPDATE platform_connections SET renewing_until = NULL
    WHERE user_id = ${user_id} AND provider = ${provider} AND renewing_until = ${until}`);
}

export type SealedBox = {
  readonly user_id: string;
  readonly provider: string;
  readonly sealed_credentials: Uint8Array;
};

export async function findBoxes(
  db: Queryable,
  { after, limit }: { after: Pick<SealedBox, 'user_id' | 'provider'> | null; limit: number },
): Promise<SealedBox[]> {
  const { user_id, provider } = after ?? { user_id: '00000000-0000-0000-0000-000000000000', provider: '' };
  return await db.query<SealedBox>(sql`
    SELECT user_id, provider, sealed_credentials FROM platform_connections
    WHERE (user_id, provider) > (${user_id}, ${provider}) AND sealed_credentials IS NOT NULL
    ORDER BY user_id, provider LIMIT ${limit}`);
}

export type ResealedBox = { readonly before: SealedBox; readonly sealed_credentials: Uint8Array };

/** Replaces the boxes that have not changed meanwhile. */
export async function replaceBoxes(db: Queryable, boxes: readonly ResealedBox[]): Promise<number> {
  return await db.execute(sql`
    UPDATE platform_connections c SET sealed_credentials = box.after
    FROM unnest(${boxes.map(({ before }) => before.user_id)}::uuid[], ${boxes.map(({ before }) => before.provider)}::text[],
      ${boxes.map(({ before }) => Buffer.from(before.sealed_credentials))}::bytea[],
      ${boxes.map(({ sealed_credentials }) => Buffer.from(sealed_credentials))}::bytea[])
      AS box (user_id, provider, before, after)
    WHERE c.user_id = box.user_id AND c.provider = box.provider AND c.sealed_credentials = box.before`);
}
