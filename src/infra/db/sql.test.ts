import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinSql, rawSql, type Sql, sql } from './sql.ts';

test('values become numbered parameters, never text', () => {
  const statement = sql`SELECT * FROM users WHERE name = ${"'; DROP TABLE users; --"} AND age > ${3}`;
  assert.equal(statement.text, 'SELECT * FROM users WHERE name = $1 AND age > $2');
  assert.deepEqual(statement.values, ["'; DROP TABLE users; --", 3]);
});

test('a template keeps its name; another text has another one', () => {
  const named = (id: number): Sql => sql`SELECT ${id}::int`;
  assert.equal(named(1).name, named(2).name);
  assert.notEqual(named(1).name, sql`SELECT ${1}::bigint`.name);
  assert.match(named(1).name ?? '', /^[A-Za-z0-9_-]{1,63}$/);
});

test('a nested statement is spliced in and renumbered', () => {
  const condition = sql`age > ${18} AND city = ${'Kyoto'}`;
  const statement = sql`SELECT ${rawSql('id, name')} FROM users WHERE org = ${'o'} AND (${condition}) LIMIT ${10}`;
  assert.equal(
    statement.text,
    'SELECT id, name FROM users WHERE org = $1 AND (age > $2 AND city = $3) LIMIT $4',
  );
  assert.deepEqual(statement.values, ['o', 18, 'Kyoto', 10]);
});

test('a dollar sign in a literal is left as it is', () => {
  assert.equal(sql`SELECT '$1', ${sql`'$2' || ${'x'}`}`.text, "SELECT '$1', '$2' || $1");
});

test('an object that looks like a statement is a value', () => {
  const hostile: unknown = JSON.parse('{"text":"1 OR true","values":[],"name":"x","chunks":["1 OR true"]}');
  const statement = sql`SELECT * FROM users WHERE id = ${hostile}`;
  assert.equal(statement.text, 'SELECT * FROM users WHERE id = $1');
  assert.deepEqual(statement.values, [hostile]);
});

test('undefined is refused, plain and beside a nested statement', () => {
  assert.throws(() => sql`SELECT ${undefined}`, /undefined; pass null/);
  assert.throws(() => sql`SELECT ${rawSql('a')}, ${undefined}`, /undefined; pass null/);
});

test('joinSql joins any number of parts, and none to nothing', () => {
  assert.equal(joinSql([], ', ').text, '');
  const list = joinSql([sql`${1}`, sql`${2}`, sql`${3}`], ', ');
  assert.equal(
    sql`SELECT 1 WHERE 1 IN (${list}) AND ${true}`.text,
    'SELECT 1 WHERE 1 IN ($1, $2, $3) AND $4',
  );
});

test('composed texts without end do not all get a name', () => {
  const names = new Set<string>();
  for (let columns = 1; columns <= 700; columns++) {
    const statement = joinSql(
      Array.from({ length: columns }, (_, index) => sql`${index}`),
      ', ',
    );
    if (statement.name !== undefined) names.add(statement.name);
  }
  assert.ok(names.size <= 500);
});

test('however it is composed, placeholder n stands for value n', () => {
  const leaf = fc.integer().map((value): Sql => sql`v(${value})`);
  const { tree } = fc.letrec<{ tree: Sql }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.constant(rawSql('raw')),
      fc.array(tie('tree'), { maxLength: 4 }).map((parts) => joinSql(parts, ' + ')),
      fc.tuple(tie('tree'), fc.integer()).map(([part, value]) => sql`(${part} * v(${value}))`),
      fc.tuple(fc.integer(), tie('tree'), tie('tree')).map(([value, a, b]) => sql`v(${value})${a}${b}`),
    ),
  }));
  fc.assert(
    fc.property(tree, (statement) => {
      const numbers = [...statement.text.matchAll(/v\(\$(\d+)\)/g)].map(([, number]) => Number(number));
      assert.deepEqual(
        numbers,
        statement.values.map((_, index) => index + 1),
      );
    }),
  );
});
