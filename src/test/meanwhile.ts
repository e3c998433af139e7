import type { Database } from '../infra/db/database.ts';

/**
 * A database in which something happens once, right before a transaction begins: what a use case has looked at by then is not so
 * any more.
 */
export function meanwhile(db: Database, happens: () => Promise<void>): Database {
  let pending: (() => Promise<void>) | null = happens;
  const transaction: Database['transaction'] = async (work, options) => {
    const now = pending;
    pending = null;
    await now?.();
    return await db.transaction(work, options);
  };
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
