import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/database.ts';

test('activities are vacuumed when a fiftieth of them is new, so that counts are read from the index alone', async () => {
  const db = await openTestDatabase();
  const { rows } = await db.executeSql(`
    SELECT option_name, option_value::float8 AS of_table FROM pg_class, pg_options_to_table(reloptions)
    WHERE oid = 'activities'::regclass ORDER BY option_name`);
  assert.deepEqual(rows, [
    { option_name: 'autovacuum_analyze_scale_factor', of_table: 0.02 },
    { option_name: 'autovacuum_vacuum_insert_scale_factor', of_table: 0.02 },
  ]);
});
