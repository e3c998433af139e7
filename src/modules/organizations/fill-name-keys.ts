import type { Logger } from 'pino';
import type { Database } from '../../infra/db/database.ts';
import { holdWithoutKeys, insertFreeKeys, type Place } from './name-key-queries.ts';
import { nameKeys } from './name-keys.ts';

const AT_ONCE = 500;

/**
 * Gives keys to names of before there were any, or that a server of before has written. Names that looked alike already stay as
 * they are: the older one has the keys, and no third can look like them. Again it finds nothing to do.
 */
export async function fillNameKeys({ db, logger }: { db: Database; logger: Logger }): Promise<void> {
  let filled = 0;
  let after: Place | null = null;
  do {
    const place: Place | null = after;
    after = await db.transaction(async (tx) => {
      const found = await holdWithoutKeys(tx, { after: place, limit: AT_ONCE });
      const keys = found.flatMap(({ org_id, org_name }) =>
        nameKeys(org_name).map((key) => ({ org_id, key })),
      );
      filled += keys.length === 0 ? 0 : await insertFreeKeys(tx, keys);
      return found.at(-1) ?? null;
    });
  } while (after !== null);
  if (filled > 0) logger.info({ keys: filled }, 'names of organizations are known by their looks');
}
