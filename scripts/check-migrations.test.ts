import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnfrozen, findUnreasoned } from './check-migrations.ts';

const migration = (name: string, sha256 = 'aa') => ({ name, text: '', sha256, alone: null });
const RELEASED = '# 0.1.0\r\naa  0001_a.sql\r\naa  0002_b.sql\r\n';

test('released migrations may be followed by others, but neither changed, removed nor moved', () => {
  const [a, b] = [migration('0001_a.sql'), migration('0002_b.sql')];
  assert.deepEqual(findUnfrozen([a, b, migration('0003_c.sql', 'cc')], RELEASED), []);
  assert.match(findUnfrozen([a, migration('0002_b.sql', 'bb')], RELEASED).join(), /^0002_b\.sql was changed/);
  assert.match(findUnfrozen([a], RELEASED).join(), /^0002_b\.sql was released as number 2, where nothing is/);
  const moved = findUnfrozen([a, migration('0002_new.sql'), migration('0003_b.sql')], RELEASED);
  assert.match(moved.join(), /^0002_b\.sql was released as number 2, where 0002_new\.sql is now/);
});

test('what touches every row, or is let pass, has its reason in the line before', () => {
  const find = (text: string) => findUnreasoned({ name: '0003_c.sql', text });
  assert.match(find('UPDATE activities SET name = null;').join(), /^0003_c\.sql:1: this touches every row/);
  assert.match(find('INSERT INTO a (id)\n  SELECT id FROM users;').join(), /every row/);
  assert.deepEqual(find('INSERT INTO a DEFAULT VALUES;\nSELECT 1;'), []);
  assert.deepEqual(find('-- allow rows: there is one of them in each database.\nUPDATE a SET b = 1;'), []);
  assert.match(
    find('-- squawk-ignore ban-drop-column\nALTER TABLE a DROP COLUMN b;').join(),
    /say in the line/,
  );
  const reasoned =
    '-- No version since 0.1 reads it.\n-- squawk-ignore ban-drop-column\nALTER TABLE a DROP COLUMN b;';
  assert.deepEqual(find(reasoned), []);
});
