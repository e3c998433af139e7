import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { MAGNITUDES_WITHOUT_UNIT, NO_CURSOR, SPECIFIED } from './test/one-wire/exceptions.ts';
import { type WiredOperation, wiredOperations } from './test/one-wire/wired-operations.ts';

/** The conventions that both documents state on their first page, held against every operation that they describe. */
const UNITS =
  /_(m|s|ms|kg|g|bpm|w|c|m_per_s|m_per_s2|s_per_km|s_per_100m|s_per_m|kcal|kj|spm|percent|ml_per_kg_min|days?|weeks?|hours?|minutes?|count|chars|bytes|mmhg|per_min|per_week|mmol_per_l|au)$/;

describe('one wire', () => {
  let operations: readonly WiredOperation[];
  before(() => {
    operations = wiredOperations();
  });

  const isIn = (list: readonly string[], id: string): boolean => list.includes(id);
  const offenders = (
    exceptions: readonly string[],
    isFault: (operation: WiredOperation) => string | null,
  ): void => {
    const found = operations.flatMap((one) => {
      const fault = isFault(one);
      return fault === null ? [] : [{ id: one.operation_id, fault }];
    });
    const unexpected = found.filter(({ id }) => !exceptions.includes(id));
    assert.deepEqual(
      unexpected,
      [],
      'keep to the conventions; only what the specification shapes may differ',
    );
    const needless = exceptions.filter((id) => !found.some((one) => one.id === id));
    assert.deepEqual(needless, [], 'these need no exception any more');
  };

  test('a success is status or success, and data or a message', () => {
    offenders(SPECIFIED.envelope, ({ envelope, success }) => {
      if (success === null) return null;
      const names = Object.keys(success).sort();
      if (names.length === 0) return 'is empty';
      const allowed = envelope === 'success' ? ['data', 'success'] : ['data', 'message', 'status'];
      if (!names.includes(envelope)) return `has no ${envelope}`;
      const others = names.filter((name) => !allowed.includes(name));
      if (others.length > 0) return `has ${others.join(', ')} beside data`;
      return names.includes('data') || names.includes('message') ? null : 'has neither data nor a message';
    });
  });

  test('data is an object that names what is in it', () => {
    offenders([], ({ success, data }) =>
      success?.data === undefined || data !== null ? null : 'has data that is no object',
    );
  });

  test('a list in pages takes limit and cursor, and answers next_cursor', () => {
    offenders(SPECIFIED.paging, ({ query, data }) => {
      const old = ['offset', 'page_size', 'before', 'after', 'page'].filter((name) => query.includes(name));
      if (old.length > 0) return `takes ${old.join(', ')}`;
      if (query.includes('limit') !== query.includes('cursor')) return 'takes one of limit and cursor';
      if (!query.includes('limit')) return null;
      if (data?.next_cursor === undefined) return 'answers no next_cursor';
      const echo = ['limit', 'offset', 'count'].filter((name) => name in data);
      return echo.length === 0 ? null : `answers ${echo.join(', ')}`;
    });
  });

  test('where the specification counts pages otherwise, limit and cursor are taken as well', () => {
    for (const { operation_id, query, path } of operations) {
      if (!isIn(SPECIFIED.paging, operation_id) || isIn(NO_CURSOR, operation_id)) continue;
      assert.ok(query.includes('cursor') && query.includes('limit'), `${operation_id} (${path})`);
    }
  });

  test('a range is from and to', () => {
    offenders(SPECIFIED.range, ({ query }) => {
      const others = query.filter((name) => /^(start|end|since|until)(_|$)|^(after|before)_/.test(name));
      return others.length === 0 ? null : `takes ${others.join(', ')}`;
    });
    for (const { operation_id, query } of operations) {
      if (!isIn(SPECIFIED.range, operation_id)) continue;
      assert.ok(query.includes('from') && query.includes('to'), operation_id);
    }
  });

  test('times of answers are ISO 8601, and only the specification counts milliseconds from 1970', () => {
    offenders(SPECIFIED.epoch_ms, ({ members }) => {
      const wrong = members.filter(({ name, schema }) => {
        const isTime = /_(at|time)$/.test(name);
        const isText = [schema.type].flat().includes('string');
        return isTime ? !isText : /^Epoch milliseconds| Epoch milliseconds/.test(schema.description ?? '');
      });
      return wrong.length === 0 ? null : wrong.map(({ name }) => name).join(', ');
    });
  });

  test('a number that has a unit names it', () => {
    const unnamed = new Set<string>();
    for (const { members } of operations) {
      for (const { name, schema } of members) {
        const isNumber = [schema.type].flat().some((type) => type === 'number' || type === 'integer');
        // Times in milliseconds are another test's.
        const isTime = / Epoch milliseconds/.test(schema.description ?? '') || name === 'next_before';
        if (isNumber && !isTime && !UNITS.test(name)) unnamed.add(name);
      }
    }
    const unexplained = [...unnamed].filter((name) => !MAGNITUDES_WITHOUT_UNIT.has(name)).sort();
    assert.deepEqual(unexplained, [], 'put the unit into the name, or say that it has none');
    const needless = [...MAGNITUDES_WITHOUT_UNIT].filter((name) => !unnamed.has(name));
    assert.deepEqual(needless, []);
  });
});
