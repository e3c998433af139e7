import type { Transaction } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import type { Notice } from '../modules/integrations/notice.ts';

/** A post with an item for each: a person and a mark. */
export function pingOf(...items: readonly (readonly [person: string, mark: string])[]): string {
  return JSON.stringify({
    dailies: items.map(([userId, mark]) => ({ userId, callbackURL: `https://garmin.invalid/${mark}` })),
  });
}

/** Notes what it is told; fails where it is told to, with a message that nobody may read. */
export function noteNotices(failing: ReadonlySet<string>) {
  return async (tx: Transaction, _provider: string, notices: readonly Notice[]): Promise<void> => {
    const told = notices.flatMap((notice) =>
      notice.kind === 'elsewhere' ? [{ ...notice, mark: notice.url.replace(/.*\//, '') }] : [],
    );
    await tx.execute(sql`
      INSERT INTO applied (person, mark)
      SELECT * FROM unnest(${told.map((one) => one.provider_user_id)}::text[], ${told.map(({ mark }) => mark)}::text[])`);
    const unlucky = told.find(({ provider_user_id }) => failing.has(provider_user_id));
    if (unlucky !== undefined) throw new TypeError(`a secret of ${unlucky.provider_user_id}`);
  };
}

export const APPLIED_TABLE = 'CREATE TABLE applied (at serial, person text, mark text)';
