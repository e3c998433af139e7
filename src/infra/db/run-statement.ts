import type pg from 'pg';
import type { ClientBase, QueryResult } from 'pg';
import { explainError } from './database-errors.ts';
import type { Queryable, SqlResult } from './queryable.ts';
import type { Sql } from './sql.ts';

export type Statement = {
  text: string;
  values: readonly unknown[] | undefined;
  name: string | undefined;
};

export const unnamed = (statement: Statement): Statement => ({ ...statement, name: undefined });

type Rows = Pick<QueryResult, 'rows' | 'rowCount'>;

export type DriverResult = Rows | Rows[];

export async function runStatement(client: ClientBase, statement: Statement): Promise<DriverResult> {
  const { text, values, name } = statement;
  const config: { text: string; values?: unknown[]; name?: string } = { text };
  if (values !== undefined) config.values = values as unknown[];
  if (name !== undefined) config.name = name;
  try {
    return await ask(client, config);
  } catch (error) {
    throw explainError(error);
  }
}

/** Avoids `client.query(config)`, whose promises form a chain between results that only a full garbage collection frees. */
export async function ask(client: ClientBase, config: pg.QueryConfig | string): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const answer = (error: Error | null | undefined, result: pg.QueryResult): void =>
    error ? reject(error) : resolve(result);
  if (typeof config === 'string') client.query(config, answer);
  else client.query(config, answer);
  try {
    return await promise;
  } catch (error) {
    // The stack then shows the caller instead of the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** The methods of `Queryable` over the pool or one transaction's connection. */
export function queryableOf(run: (statement: Statement) => Promise<DriverResult>): Queryable {
  const rowsOf = async <Row>(statement: Sql): Promise<Row[]> => lastOf(await run(statement)).rows as Row[];
  return {
    query: rowsOf,
    async one<Row>(statement: Sql): Promise<Row> {
      const rows = await rowsOf<Row>(statement);
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw wrongRowCount('one row', rows.length, statement);
      return row;
    },
    async maybeOne<Row>(statement: Sql): Promise<Row | null> {
      const rows = await rowsOf<Row>(statement);
      if (rows.length > 1) throw wrongRowCount('at most one row', rows.length, statement);
      return rows[0] ?? null;
    },
    async execute(statement: Sql): Promise<number> {
      return lastOf(await run(statement)).rowCount ?? 0;
    },
    async executeSql(text: string, values?: readonly unknown[]): Promise<SqlResult> {
      const result = await run({ text, values, name: undefined });
      if (!Array.isArray(result)) return { rows: result.rows, rowCount: result.rowCount ?? 0 };
      return {
        rows: result.flatMap((part): unknown[] => part.rows),
        rowCount: result.reduce((sum, part) => sum + (part.rowCount ?? 0), 0),
      };
    },
  };
}

function lastOf(result: DriverResult): Rows {
  const last = Array.isArray(result) ? result.at(-1) : result;
  if (last === undefined) throw new Error('The statement is empty.');
  return last;
}

function wrongRowCount(expected: string, found: number, statement: Sql): Error {
  return new Error(`Expected ${expected}, found ${found}: ${statement.text.trim()}`);
}
