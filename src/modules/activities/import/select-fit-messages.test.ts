import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Decoder, Stream } from '@garmin/fitsdk';
import { encodeTestFit, testRun } from '../../../test/encode-test-fit.ts';
import { selectFitMessages } from './select-fit-messages.ts';

const DATA = new URL('../../../../../shared/data/', import.meta.url);
const skip = existsSync(DATA) ? false : 'the real recordings are not on this machine';

const ORACLES: readonly (readonly [csv: string, fit: string, records: number])[] = [
  ['compressed-speed-distance', 'tormoder_compressed-speed-distance', 754],
  ['garmin-edge-500-activity', 'tormoder_garmin-edge-500-activitiy', 10_686],
  ['garmin-fenix-5-bike', 'polyvertex_garmin-fenix-5-bike', 19],
  ['garmin-fenix-5-walk', 'polyvertex_garmin-fenix-5-walk', 17],
];

const FIELDS: Readonly<Record<string, string>> = {
  'Heart Rate [bpm]': 'heartRate',
  'Speed [m/s]': 'speed',
  'Distance [m]': 'distance',
  'Cadence [rpm]': 'cadence',
  heart_rate: 'heartRate',
  cadence: 'cadence',
  speed: 'speed',
  distance: 'distance',
  position_lat: 'positionLat',
  position_long: 'positionLong',
  altitude: 'altitude',
  temperature: 'temperature',
};

function decode(bytes: Uint8Array): Record<string, unknown>[] {
  const selection = selectFitMessages(bytes);
  const { messages, errors } = new Decoder(Stream.fromArrayBuffer(selection.data)).read({
    dataOnly: true,
    convertDateTimesToDates: false,
    expandComponents: selection.hasPackedFields,
    mergeHeartRates: selection.hasPackedFields,
  });
  assert.deepEqual(errors, []);
  return (messages.recordMesgs ?? []).map((record) => ({ ...record }));
}

for (const [csv, fit, count] of ORACLES) {
  test(`${fit} decodes as Garmin's own tool decodes it`, { skip }, () => {
    const records = decode(readFileSync(new URL(`fit/${fit}.fit`, DATA)));
    const text = readFileSync(new URL(`csv/expected_${csv}-records.csv`, DATA), 'utf8');
    const [head = '', ...rows] = text.trim().split(/\r?\n/);
    const names = head.split(',').map((name) => FIELDS[name.trim()]);
    assert.equal(rows.length, count);
    assert.equal(records.length, count);
    const known = new Map<string, unknown>();
    let compared = 0;
    for (const [index, row] of rows.entries()) {
      for (const [column, cell] of row.split(',').entries()) {
        const name = names[column];
        if (name === undefined) continue;
        const expected = cell === '' || cell === 'null' || cell === 'None' ? null : Number(cell);
        // Where a record lacks a value, the CSV of the Edge 500 repeats the last one.
        const own = records[index]?.[name];
        if (own !== undefined) known.set(name, own);
        const actual = own ?? (expected === null ? null : known.get(name));
        const isSame = expected === actual || Math.abs(Number(actual) - Number(expected)) < 0.011;
        assert.ok(isSame, `row ${index} ${name}: ${String(actual)} for ${cell}`);
        compared += 1;
      }
    }
    assert.ok(compared >= count * 4);
  });
}

test('a whole file is whole, whatever is cut is found where it is cut', () => {
  const bytes = encodeTestFit(testRun(100));
  assert.equal(selectFitMessages(bytes).damagedAt, null);
  assert.equal(selectFitMessages(bytes.slice(0, -2)).damagedAt, null, 'only the checksum is missing');
  const cut = selectFitMessages(bytes.slice(0, 1_500)).damagedAt;
  assert.ok(cut !== null && cut <= 1_500 && cut > 1_450);
  assert.equal(selectFitMessages(Buffer.concat([bytes, Buffer.from('garbage')])).damagedAt, bytes.length);
});

test('a file whose size was never written is read to its end', () => {
  const bytes = encodeTestFit(testRun(100));
  bytes.fill(0, 4, 8);
  assert.equal(decode(bytes.slice(0, -2)).length, 101);
});
