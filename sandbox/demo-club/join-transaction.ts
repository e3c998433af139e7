import type { Database, Transaction } from '../../src/infra/db/database.ts';

/**
 * A transaction in the place of the database: use cases, which begin transactions of their own, become parts of this
 * one. An error of one of them must end the whole, since what it did is not undone by itself.
 */
export function joinTransaction(db: Database, tx: Transaction): Database {
  const refuse = (): never => {
    throw new Error('Not inside a transaction.');
  };
  return {
    query: tx.query,
    one: tx.one,
    maybeOne: tx.maybeOne,
    execute: tx.execute,
    executeSql: tx.executeSql,
    engine: db.engine,
    url: db.url,
    transaction: (work) => work(tx),
    ping: refuse,
    isDead: () => db.isDead(),
    close: refuse,
  };
}
