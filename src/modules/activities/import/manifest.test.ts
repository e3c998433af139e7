import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AppError } from '../../../shared/errors.ts';
import { parseRecording } from '../../../test/parse-recording.ts';
import type { ImportedActivity } from './types.ts';

/**
 * Real recordings lie beside the repository on developers' machines; they are personal and not part of it. The manifest
 * states what an independent reader found.
 */
const DATA = new URL('../../../../../shared/data/', import.meta.url);
const MANIFEST = new URL('MANIFEST.md', DATA);
const skip = existsSync(MANIFEST) ? false : 'the real recordings are not on this machine';

/** Files that are no activity or cannot be trusted, and what the refusal must say. Every other file is imported. */
const REFUSED: Readonly<Record<string, { says: RegExp; because: string }>> = {
  'dtcooper_nametest.FIT': { says: /kind "settings"/, because: 'settings of an Edge 510' },
  'tormoder_Settings.fit': { says: /kind "settings"/, because: 'settings of an FR 60' },
  'tormoder_WeightScaleMultiUser.fit': { says: /kind "weight"/, because: 'weights of a scale' },
  'tormoder_WorkoutIndividualSteps.fit': { says: /kind "workout"/, because: 'a planned workout' },
  'muktihari_valid_only_contain_fileid.fit': { says: /single moment/, because: 'one record, no session' },
  'dtcooper_strava-android-app-201.10-b1218918.fit': {
    says: /damaged or cut off at byte 7,471, after 314 of 3,558 seconds/,
    because:
      'line ends were converted somewhere: a byte is missing wherever 0D 0A stood, so 91 % of the records are lost',
  },
  'tormoder_antfs-dump.63.fit': {
    says: /clock of the device was not set/,
    because:
      'its "dates" in 1990 are seconds since power-on by the FIT profile; importing it would put it 22 years back',
  },
  'tormoder_compressed-speed-distance.fit': { says: /clock of the device was not set/, because: 'the same' },
  'sanderroosendaal_workout.fit': {
    says: /claims to last 39 days/,
    because:
      'milliseconds written as seconds and centimetres as metres: 1,205 km in 39 days, records span 56 minutes',
  },
  'node-strava_gpx_sample.gpx': { says: /not readable dates/, because: 'its times read PLACEHOLDER' },
  'tkrajina_cerknicko-without-times.gpx': {
    says: /Of 296 points .* 5 have a time/,
    because: '13.7 km in 57 s otherwise',
  },
  'tkrajina_track-with-extremes.gpx': { says: /0 have a time/, because: 'a drawn track' },
  'tkrajina_track_with_dilution_errors.gpx': { says: /0 have a time/, because: 'one point without time' },
  'tkrajina_gpx-with-node-with-comments.gpx': { says: /single moment/, because: 'one point' },
  'tkrajina_custom_schema_locations.gpx': { says: /no track points/, because: 'an empty GPX' },
  'tkrajina_route.gpx': { says: /a route, not a recorded track/, because: 'route only' },
  'tkrajina_unicode.gpx': { says: /only waypoints/, because: 'waypoints only' },
  'tkrajina_unicode_with_bom.gpx': { says: /only waypoints/, because: 'waypoints only' },
  'tkrajina_unicode_with_bom_noencoding.gpx': { says: /only waypoints/, because: 'waypoints only' },
  'tkrajina_first_and_last_elevation.gpx': {
    says: /run backwards at point 10/,
    because: 'its last point is an hour before the one before it, 195 km of straight lines',
  },
  'sanderroosendaal_faketcx.tcx': { says: /not a FIT, TCX or GPX/, because: 'plain text' },
};

/**
 * Imported with a remark:
 * - sanderroosendaal_3x250m.fit, sanderroosendaal_painsled.tcx: elapsed is shorter than timer, so the two are swapped;
 * - tormoder_activity-settings-nodata.fit, tormoder_activity-unexpected-eof.fit: cut off after session and records;
 * - tormoder_activity-large-fenxi2-multisport.fit: the first session claims to start 45 minutes after its records; its
 *   start is kept as stated, its streams begin with the records;
 * - files of OTHER_DISTANCES: their rows count the ways between segments, which nobody recorded, and GPS that wanders around
 *   somebody who stands;
 * - firefly-cpp_dead_end.tcx: the lap's start is six years before its points; the points are believed.
 */
/** Metres without what no one went: see above. */
const OTHER_DISTANCES: Readonly<Record<string, number>> = {
  'firefly-cpp_broken1.gpx': 26_464,
  'firefly-cpp_broken3.gpx': 33_116,
  'firefly-cpp_broken5.gpx': 18_725,
  'tkrajina_cerknicko-jezero-without-elevations.gpx': 4_554,
  'tkrajina_cerknicko-jezero.gpx': 4_554,
  'tkrajina_track-with-empty-segment.gpx': 74,
};

type Row = {
  file: string;
  url: URL;
  start: string | null;
  durationsS: number[];
  distanceM: number | null;
  sessions: number;
};

const ROWS: Row[] = skip === false ? readRows(readFileSync(MANIFEST, 'utf8')) : [];

test('the manifest lists what is expected', { skip }, () => {
  assert.ok(ROWS.length >= 150, `${ROWS.length} rows`);
  for (const file of Object.keys(REFUSED))
    assert.ok(
      ROWS.some((row) => row.file === file),
      file,
    );
});

for (const row of ROWS) {
  const refused = REFUSED[row.file];
  if (refused !== undefined) {
    test(`refuses ${row.file}: ${refused.because}`, () => {
      assert.throws(
        () => parseRecording(readFileSync(row.url), row.file),
        (error: unknown) => {
          assert.ok(error instanceof AppError);
          assert.equal(error.code, 'validation_error');
          assert.equal(error.status, 400);
          assert.match(error.message, refused.says);
          return true;
        },
      );
    });
    continue;
  }
  test(`imports ${row.file}`, () => assertAsStated(parseRecording(readFileSync(row.url), row.file), row));
}

function assertAsStated(activities: readonly ImportedActivity[], row: Row): void {
  assert.equal(activities.length, row.sessions);
  const [first] = activities;
  assert.ok(first !== undefined);
  if (row.start !== null) {
    assert.equal(`${first.start_time.toISOString().slice(0, 19)}Z`, row.start);
  }
  const durationS = activities.reduce((sum, activity) => sum + activity.duration_s, 0);
  if (row.durationsS.length > 0) {
    const isStated = row.durationsS.some((stated) => Math.abs(durationS - stated) <= 1);
    assert.ok(isStated, `${durationS} s is none of ${row.durationsS.join(', ')} s`);
  }
  const expectedM = OTHER_DISTANCES[row.file] ?? row.distanceM;
  if (expectedM !== null) {
    const distanceM = activities.reduce((sum, activity) => sum + (activity.distance_m ?? 0), 0);
    // The rows are rounded to whole metres.
    const tolerance = Math.max(0.5, expectedM * 0.01);
    assert.ok(Math.abs(distanceM - expectedM) <= tolerance, `${distanceM} m is not ${expectedM} m`);
  }
}

function readRows(manifest: string): Row[] {
  const rows: Row[] = [];
  let folder = '';
  for (const line of manifest.split('\n')) {
    folder = /^## ([\w-]+)/.exec(line)?.[1] ?? folder;
    const cells = line.split('|').map((cell) => cell.trim());
    const [, file = '', , , , what = '', oddities = ''] = cells;
    const isRecording =
      /^(?:fit|gpx|tcx)$/.test(folder) || (folder === 'apple-health' && file.endsWith('.gpx'));
    if (!isRecording || !/\.(?:fit|gpx|tcx)$/i.test(file)) continue;
    const number = (pattern: RegExp): number[] => (pattern.exec(what)?.slice(1, 2) ?? []).map(Number);
    rows.push({
      file,
      url: new URL(`${folder}/${file}`, DATA),
      start: /start ([\dT:-]+Z)/.exec(what)?.[1] ?? null,
      durationsS: [...number(/elapsed (\d+) s/), ...number(/timer (\d+) s/)],
      distanceM: number(/; (\d+) m(?:;|$)/)[0] ?? null,
      sessions: Number(/(\d+) sessions/.exec(oddities)?.[1] ?? 1),
    });
  }
  return rows;
}
