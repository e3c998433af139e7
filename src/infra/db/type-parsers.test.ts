import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { typeParsers } from './type-parsers.ts';

const TIMESTAMPTZ = 1184;

test('an instant is what the driver itself reads, whatever its year, fraction or zone', () => {
  const ours: (text: string) => unknown = typeParsers.getTypeParser(TIMESTAMPTZ, 'text');
  const theirs: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ, 'text');
  const days = [
    '0001-01-01',
    '0099-12-31',
    '1969-12-31',
    '2000-02-29',
    '2026-11-22',
    '9999-12-31',
    '10000-01-01',
  ];
  const times = ['00:00:00', '07:19:31.5', '07:19:31.058', '07:19:31.543219', '23:59:59.999999'];
  const ends = ['+00', '+08', '-03:30', '+00 BC'];
  for (const day of days)
    for (const time of times)
      for (const end of ends) {
        const text = `${day} ${time}${end}`;
        const read = ours(text);
        assert.ok(read instanceof Date && !Number.isNaN(read.getTime()), text);
        assert.deepEqual(read, theirs(text), text);
      }
});

test('a value that is no instant never becomes a Date', () => {
  const ours: (text: string) => unknown = typeParsers.getTypeParser(TIMESTAMPTZ, 'text');
  for (const text of ['infinity', '-infinity', 'yesterday']) assert.throws(() => ours(text), RangeError);
});
