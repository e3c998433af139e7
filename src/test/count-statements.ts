import { buildApp } from '../app.ts';
import type { Database, Queryable, Transaction } from '../infra/db/database.ts';
import type { RequestOptions, TestResponse, TestServer } from './harness.ts';

/** An answer with the texts of the statements that the database was sent for it. */
export type CountedResponse = Pick<TestResponse, 'status' | 'body'> & {
  readonly statements: readonly string[];
};

/**
 * Serves the same database as the server a second time, reached without a network, and writes down what each request asks
 * of the database: that the number of statements does not grow with what is asked for can be told in no other way. One
 * request after the other, please; the caller closes it.
 */
export async function countStatements(server: TestServer): Promise<{
  get(path: string, options: Pick<RequestOptions, 'token' | 'apiKey'>): Promise<CountedResponse>;
  close(): Promise<void>;
}> {
  const sent: string[] = [];
  const db = writingDown(server.deps.db, sent);
  const reads = { ...db, choose: async () => db };
  const app = await buildApp({ ...server.deps, db, reads }, { checkResponses: true });
  return {
    async get(path, { token, apiKey }) {
      sent.length = 0;
      const { statusCode, body } = await app.inject({
        method: 'GET',
        url: path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        },
      });
      return { status: statusCode, body: JSON.parse(body), statements: [...sent] };
    },
    close: () => app.close(),
  };
}

/** The same database, which adds the text of each statement that it is sent to a list. */
export function writingDown(db: Database, sent: string[]): Database {
  return {
    engine: db.engine,
    url: db.url,
    holdFiles: db.holdFiles,
    ...queryableWritingDown(db, sent),
    transaction: (work, options) => db.transaction((tx) => work(transactionWritingDown(tx, sent)), options),
    ping: () => db.ping(),
    watchPool: (waited) => db.watchPool(waited),
    isDead: () => db.isDead(),
    close: () => db.close(),
  };
}

function transactionWritingDown(tx: Transaction, sent: string[]): Transaction {
  return {
    inTransaction: true,
    ...queryableWritingDown(tx, sent),
    copyOut: (statement) => {
      sent.push(statement);
      return tx.copyOut(statement);
    },
    copyIn: (statement, lines) => {
      sent.push(statement);
      return tx.copyIn(statement, lines);
    },
  };
}

function queryableWritingDown(to: Queryable, sent: string[]): Queryable {
  return {
    query: (statement) => {
      sent.push(statement.text);
      return to.query(statement);
    },
    one: (statement) => {
      sent.push(statement.text);
      return to.one(statement);
    },
    maybeOne: (statement) => {
      sent.push(statement.text);
      return to.maybeOne(statement);
    },
    execute: (statement) => {
      sent.push(statement.text);
      return to.execute(statement);
    },
    executeSql: (text, values) => {
      sent.push(text);
      return to.executeSql(text, values);
    },
  };
}
