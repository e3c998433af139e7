import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseArguments } from './arguments.ts';
import { isFall, measuredRow, median, skippedRow, toJsonLine, toText } from './row.ts';

const KNOWN = ['list', 'start'];

describe('what a run is asked for', () => {
  test('is everything, or what is named, in the quick form or not, as JSON or not', () => {
    assert.deepEqual(parseArguments([], KNOWN), {
      quick: false,
      json: false,
      rows: null,
      names: [],
    });
    assert.deepEqual(parseArguments(['start', '--quick', '--json'], KNOWN), {
      quick: true,
      json: true,
      rows: null,
      names: ['start'],
    });
    const { rows, names } = parseArguments(['start', '--rows', '30000000', 'list'], KNOWN);
    assert.deepEqual({ rows, names }, { rows: 30_000_000, names: ['start', 'list'] });
  });

  test('is refused with what would be right when it is not understood', () => {
    assert.throws(() => parseArguments(['lists'], KNOWN), /no benchmark "lists".*list, start/);
    assert.throws(() => parseArguments(['--fast'], KNOWN), /no option --fast.*--quick, --json and --rows/);
    for (const rows of [[], ['many'], ['0'], ['150000']])
      assert.throws(() => parseArguments(['--rows', ...rows], KNOWN), /--rows takes a multiple of 100000/);
  });
});

describe('a row', () => {
  const measured = { name: 'list', value: 0.6496, unit: 'x', detail: 'two lines\nof "detail"' };

  test('is one line of JSON with the same members in the same order, whatever it holds', () => {
    const rows = [
      measuredRow(measured),
      measuredRow({ ...measured, bar: { is: '>=', value: 0.65 } }),
      skippedRow('list', 'no PostgreSQL'),
    ];
    for (const row of rows) {
      const line = toJsonLine(row);
      assert.equal(line.includes('\n'), false);
      const members = ['name', 'value', 'unit', 'bar', 'holds', 'contended', 'detail'];
      assert.deepEqual(Object.keys(JSON.parse(line)), members);
      assert.match(toText(row), /list/);
    }
  });

  test('is judged by the figure it shows, on the side of the bar that is meant', () => {
    const holds = (value: number, is: '>=' | '<=', bar: number) =>
      measuredRow({ ...measured, value, bar: { is, value: bar } }).holds;
    assert.equal(holds(0.6496, '>=', 0.65), true);
    assert.equal(holds(0.6494, '>=', 0.65), false);
    assert.equal(holds(299.6, '<=', 300), true);
    assert.equal(holds(300.6, '<=', 300), false);
  });

  test('of a busy machine says so, and is no fall where its bar was not reached', () => {
    const missed = measuredRow({ ...measured, bar: { is: '>=', value: 0.9 } });
    assert.equal(isFall(missed), true);
    const contended = { ...missed, contended: true };
    assert.equal(isFall(contended), false);
    assert.match(toText(contended), /not reached, contended/);
    assert.equal(JSON.parse(toJsonLine(contended)).contended, true);
    assert.equal(JSON.parse(toJsonLine(missed)).contended, false);
  });

  test('without a bar is printed, not judged; one that was not measured holds nothing', () => {
    assert.deepEqual([measuredRow(measured).bar, measuredRow(measured).holds], [null, null]);
    const skipped = skippedRow('list', 'no PostgreSQL');
    assert.deepEqual([skipped.value, skipped.holds, skipped.detail], [null, null, 'skipped: no PostgreSQL']);
  });
});

test('the median is the middle value, or the mean of the middle two', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.throws(() => median([]), /nothing/);
});
