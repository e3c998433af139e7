import type { Database } from '../infra/db/database.ts';

/**
 * The engine the tests run on: `EKIDEN_TEST_ENGINE=postgres` chooses the server at `TEST_DATABASE_URL`. A test file that imports this
 * itself tells the engines apart, and runs on both.
 */
export function testEngine(): Database['engine'] {
  const engine = process.env.EKIDEN_TEST_ENGINE ?? 'embedded';
  if (engine !== 'embedded' && engine !== 'postgres') {
    throw new Error(`EKIDEN_TEST_ENGINE is ${engine}; it must be embedded or postgres.`);
  }
  return engine;
}
