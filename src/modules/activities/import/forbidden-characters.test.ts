import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRecording } from '../../../test/parse-recording.ts';
import { everySecond, writeTestGpx } from '../../../test/write-test-gpx.ts';
import type { ImportedActivity } from './types.ts';

function one(xml: string | Uint8Array): ImportedActivity {
  const [activity] = parseRecording(Buffer.from(xml), 'test.gpx');
  assert.ok(activity !== undefined);
  return activity;
}

const RUN = writeTestGpx([everySecond(0, 60, (time_s) => ({ north_m: 3 * time_s, altitude_m: 300 }))]);
const named = (name: string): string => RUN.replace('<trk>', `<trk><name>${name}</name>`);
const TCX =
  '<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2024-05-01T06:00:00Z"><TotalTimeSeconds>60</TotalTimeSeconds>' +
  '<DistanceMeters>180</DistanceMeters><Track><Trackpoint><Time>2024-05-01T06:00:00Z</Time></Trackpoint></Track></Lap>' +
  '<Notes>NOTES</Notes><Creator><Name>DEVICE</Name></Creator></Activity></Activities></TrainingCenterDatabase>';

/** Of all below U+0020, what XML 1.0 allows. */
const ALLOWED = [0x09, 0x0a, 0x0d];
const CONTROLS = Array.from({ length: 0x20 }, (_, code) => code).filter((code) => !ALLOWED.includes(code));

test('each control character is skipped, as it is and by its number, in text, attributes and comments', () => {
  for (const code of [...CONTROLS, 0xfffe, 0xffff]) {
    const raw = String.fromCharCode(code);
    const hex = code.toString(16);
    for (const written of [raw, `&#${code};`, `&#x${hex};`, `&#x000${hex.toUpperCase()};`]) {
      const run = one(named(`Mor${written}ning`).replace('creator="test"', `creator="Watch${written} 5"`));
      assert.deepEqual([run.name, run.device_name, run.distance_m], ['Morning', 'Watch 5', 180]);
      const activity = one(TCX.replace('NOTES', `Win${written}dy`).replace('DEVICE', `${written}Watch`));
      assert.deepEqual([activity.description, activity.device_name], ['Windy', 'Watch']);
    }
    assert.equal(one(RUN.replace('<trk>', `<!--${raw}--><trk>`)).distance_m, 180);
  }
});

test('what is allowed stays: tab and line ends, emoji, what only looks like a reference', () => {
  assert.equal(one(named('a\tb&#9;c&#xA;d\x01')).name, 'a\tb\tc\nd');
  assert.equal(one(named('\u{1F3C3}\x1F &amp;#x1; &#x1F3C3;')).name, '\u{1F3C3} &#x1; \u{1F3C3}');
  assert.equal(one(named('<![CDATA[&#x1;\x01 &]]>&#x2;')).name, '&#x1; &');
});

test('the recording is the same as without them, wherever they stand', () => {
  const plain = one(RUN);
  const place = fc.record({ at: fc.nat(RUN.length), code: fc.constantFrom(...CONTROLS) });
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
      let dirty = RUN;
      // Before the root element nothing says what the file is.
      for (const { at, code } of places)
        dirty = dirty.slice(0, at + 1) + String.fromCharCode(code) + dirty.slice(at + 1);
      assert.deepEqual(one(dirty), plain);
    }),
    { numRuns: 60 },
  );
});

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  [
    'a billion laughs',
    '<!DOCTYPE gpx [<!ENTITY a "ha\x01"><!ENTITY b "&a;&a;&a;">]><gpx>&b;</gpx>',
    /document type/,
  ],
  [
    'a document type that they hide',
    '<!DOC\x01TYPE gpx [<!ENTITY a "\x02">]><gpx>&a;</gpx>',
    /document type/,
  ],
  ['an unknown entity', named('\x01&boom;'), /not well-formed XML at line \d+/],
  ['a reference beyond Unicode', named('&#x110000;'), /malformed character entity/],
  ['a reference of no number', named('&#x1;&#xyz;'), /malformed character entity/],
  ['a reference that skipping one makes', named('&#&#x1;x1;'), /not well-formed XML/],
  ['a bare ampersand', named('\x01salt & pepper'), /not well-formed XML/],
  ['a tag left open', '<gpx>\x01<trk></gpx>', /not well-formed XML/],
  ['a file cut off', named('\x01').slice(0, 400), /not well-formed XML/],
];
for (const [what, xml, says] of REFUSED) {
  test(`besides such characters everything is checked: refuses ${what}`, () => {
    assert.throws(() => parseRecording(Buffer.from(xml), 'x.gpx'), {
      code: 'validation_error',
      status: 400,
      message: says,
    });
  });
}

test('millions of characters that never end a reference or a section are read once', () => {
  const opened = '<![CDATA['.repeat(100_000) + '<!--'.repeat(100_000) + '&#1'.repeat(500_000);
  assert.throws(() => parseRecording(Buffer.from(`<gpx>\x01${opened}`), 'x.gpx'), { message: /well-formed/ });
});
