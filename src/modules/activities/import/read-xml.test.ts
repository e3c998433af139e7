import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecording } from '../../../test/parse-recording.ts';
import type { ImportedActivity } from './types.ts';

function one(xml: string | Uint8Array): ImportedActivity {
  const activities = parseRecording(Buffer.from(xml), 'test.xml');
  const [activity] = activities;
  assert.equal(activities.length, 1);
  assert.ok(activity !== undefined);
  return activity;
}

/** A point so many metres north of the start, so many seconds after it. */
function point(metres: number, seconds: number, inside = ''): string {
  const time = new Date(Date.UTC(2024, 4, 1, 6) + seconds * 1000).toISOString();
  return `<trkpt lat="${46.5 + metres / 111_195}" lon="15.6"><time>${time}</time>${inside}</trkpt>`;
}

function gpx(body: string, attributes = 'creator="Garmin Connect"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?><gpx ${attributes}>${body}</gpx>`;
}

function track(points: string, head = '<type>running</type>'): string {
  return gpx(`<trk>${head}<trkseg>${points}</trkseg></trk>`);
}

const LOOP = point(0, 0) + point(30, 10) + point(60, 20);

test('GPX: distance along the points, name, text, sport, zone', () => {
  const run = one(track(LOOP, '<name>Früh &amp; flach</name><desc> easy </desc><type>street_running</type>'));
  assert.equal(run.sport_type, 'run');
  assert.equal(run.name, 'Früh & flach');
  assert.equal(run.description, 'easy');
  assert.equal(run.distance_m, 60);
  assert.equal(run.duration_s, 20);
  assert.equal(run.moving_time_s, 20);
  assert.equal(run.timezone, 'Europe/Ljubljana');
  assert.equal(run.device_name, null, 'Garmin Connect is no device');
  assert.equal(run.elevation_gain_m, null);
  assert.equal(run.average_heart_rate_bpm, null);
});

test('GPX: extensions of Garmin, Cluetrust and Strava, whatever their prefix', () => {
  const garmin =
    '<ele>310</ele><extensions><ns3:TrackPointExtension><ns3:hr>140</ns3:hr><ns3:cad>88</ns3:cad><ns3:atemp>21</ns3:atemp></ns3:TrackPointExtension><power>250</power></extensions>';
  const run = one(track(point(0, 0, garmin) + point(30, 10, garmin)));
  assert.equal(run.average_heart_rate_bpm, 140);
  assert.equal(run.average_cadence_spm, 176);
  assert.equal(run.average_power_w, 250);
  assert.deepEqual(run.streams.temperature_c, [21, 21]);
  assert.deepEqual(run.streams.altitude_m, [310, 310]);
});

test('GPX: standing is not moving', () => {
  const standing = Array.from({ length: 60 }, (_, second) => point(60, 21 + second)).join('');
  const run = one(track(LOOP + standing + point(90, 90)));
  assert.equal(run.duration_s, 90);
  assert.ok(run.moving_time_s >= 28 && run.moving_time_s <= 40, String(run.moving_time_s));
});

test('GPX: the way between two segments is no distance, and the time no moving time', () => {
  for (const [metres, seconds] of [
    [660, 320],
    [20_060, 320],
    [66, 22],
  ] as const) {
    const second = point(metres, seconds) + point(metres + 30, seconds + 10);
    for (const between of ['</trkseg><trkseg>', '</trkseg></trk><trk><trkseg>']) {
      const run = one(track(LOOP + between + second));
      assert.equal(run.distance_m, 90);
      assert.equal(run.duration_s, seconds + 10);
      assert.equal(run.moving_time_s, 30);
      assert.equal(run.average_speed_mps, 3);
      assert.deepEqual(run.streams.distance_m, [0, 30, 60, 60, 90]);
    }
  }
});

test('GPX: no best effort uses a way that was not recorded', () => {
  const legs = [0, 1].map((leg) =>
    Array.from({ length: 31 }, (_, index) => point(leg * 3_000 + index * 10, leg * 600 + index * 4)).join(''),
  );
  const run = one(track(legs.join('</trkseg><trkseg>')));
  assert.equal(run.distance_m, 600);
  assert.deepEqual(
    run.best_efforts.map(({ name, duration_s }) => [name, duration_s]),
    [['400 m', 640]],
  );
});

test('GPX: a track that the file holds twice is as long as it is', () => {
  const run = one(gpx(`<trk><trkseg>${LOOP}</trkseg></trk>`.repeat(2)));
  assert.equal(run.distance_m, 60);
  assert.equal(run.moving_time_s, 20);
});

test('GPX: tracks in any order, a point without time, one without a place', () => {
  const later = `<trk><trkseg>${point(60, 20)}${point(90, 30)}</trkseg></trk>`;
  const earlier = `<trk><trkseg>${point(0, 0)}<trkpt lat="${46.5 + 15 / 111_195}" lon="15.6"/><trkpt lat="999" lon="15.6"><time>2024-05-01T06:00:10Z</time></trkpt></trkseg></trk>`;
  const run = one(gpx(later + earlier));
  assert.equal(run.start_time.toISOString(), '2024-05-01T06:00:00.000Z');
  assert.equal(run.distance_m, 45);
  assert.deepEqual(run.streams.time_s, [0, 10, 20, 30]);
  assert.equal(run.streams.latlng?.[1], null);
});

test('GPX: the offset of the times gives a zone when no place does', () => {
  const noPlace =
    '<trkpt lat="0" lon="0"><time>2024-05-01T08:00:00+02:00</time></trkpt><trkpt lat="0" lon="0"><time>2024-05-01T08:01:00+02:00</time></trkpt>';
  const run = one(track(noPlace));
  assert.equal(run.timezone, 'Etc/GMT-2');
  assert.equal(run.start_time.toISOString(), '2024-05-01T06:00:00.000Z');
  assert.equal(run.start_latlng, null);
  assert.equal(run.distance_m, null);
});

test('GPX: encodings and byte order marks', () => {
  const xml = track(LOOP, '<name>Čez mejo</name>');
  const utf16 = Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  assert.equal(one(utf16).name, 'Čez mejo');
  assert.equal(one(Buffer.from(utf16).swap16()).name, 'Čez mejo');
  assert.equal(one(`\uFEFF${xml}`).name, 'Čez mejo');
  const latin = Buffer.from(track(LOOP, '<name>Übung</name>').replace('UTF-8', 'ISO-8859-1'), 'latin1');
  assert.equal(one(latin).name, 'Übung');
});

function tcx(activities: string): string {
  return `<?xml version="1.0"?><TrainingCenterDatabase><Activities>${activities}</Activities></TrainingCenterDatabase>`;
}

function trackpoint(seconds: number, inside: string): string {
  const time = new Date(Date.UTC(2024, 4, 1, 6) + seconds * 1000).toISOString();
  return `<Trackpoint><Time>${time}</Time>${inside}</Trackpoint>`;
}

function lap(points: string, totals: string, start = '2024-05-01T06:00:00Z'): string {
  return `<Lap StartTime="${start}">${totals}<Track>${points}</Track></Lap>`;
}

test('TCX: totals are the sums of the laps, pauses lie between timer and elapsed', () => {
  const first = lap(
    trackpoint(
      0,
      '<DistanceMeters>0</DistanceMeters><HeartRateBpm><Value>120</Value></HeartRateBpm><Cadence>84</Cadence>',
    ) +
      trackpoint(
        60,
        '<DistanceMeters>200</DistanceMeters><HeartRateBpm><Value>150</Value></HeartRateBpm><Cadence>86</Cadence>',
      ),
    '<TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>200</DistanceMeters><Calories>10</Calories><MaximumSpeed>4.2</MaximumSpeed><AverageHeartRateBpm><Value>135</Value></AverageHeartRateBpm>',
  );
  const second = lap(
    trackpoint(120, '<DistanceMeters>200</DistanceMeters>') +
      trackpoint(180, '<DistanceMeters>400</DistanceMeters>'),
    '<TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>200</DistanceMeters><Calories>12</Calories>',
    '2024-05-01T06:02:00Z',
  );
  const run = one(
    tcx(
      `<Activity Sport="Running"><Id>x</Id>${first}${second}<Notes>Windy</Notes><Creator><Name>Forerunner 410</Name></Creator></Activity>`,
    ),
  );
  assert.equal(run.sport_type, 'run');
  assert.equal(run.duration_s, 180);
  assert.equal(run.moving_time_s, 120);
  assert.equal(run.distance_m, 400);
  assert.equal(run.calories_kcal, 22);
  assert.equal(run.description, 'Windy');
  assert.equal(run.device_name, 'Forerunner 410');
  assert.equal(run.average_cadence_spm, 170);
  assert.equal(run.max_speed_mps, 4.2);
  assert.deepEqual(
    run.laps.map(({ start_time, duration_s, moving_time_s, average_heart_rate_bpm }) => [
      start_time,
      duration_s,
      moving_time_s,
      average_heart_rate_bpm,
    ]),
    [
      ['2024-05-01T06:00:00.000Z', 120, 60, 135],
      ['2024-05-01T06:02:00.000Z', 60, 60, null],
    ],
  );
});

test('TCX: several activities, and what loggers write for unknown', () => {
  const odd = lap(
    trackpoint(0, '<DistanceMeters>undefined</DistanceMeters><HeartRateBpm><Value>1</Value></HeartRateBpm>') +
      trackpoint(30, '<DistanceMeters>NaN</DistanceMeters><AltitudeMeters>1e400</AltitudeMeters>'),
    '<TotalTimeSeconds>30</TotalTimeSeconds><DistanceMeters>0</DistanceMeters><Calories>0</Calories><MaximumSpeed>Infinity</MaximumSpeed>',
    '+052870-03-11T09:39:10.000Z',
  );
  const activities = parseRecording(
    Buffer.from(tcx(`<Activity Sport="Biking">${odd}</Activity><Activity Sport="Other">${odd}</Activity>`)),
    'two.tcx',
  );
  assert.deepEqual(
    activities.map(({ sport_type, distance_m, calories_kcal, max_speed_mps, streams }) => [
      sport_type,
      distance_m,
      calories_kcal,
      max_speed_mps,
      Object.keys(streams),
    ]),
    [
      ['ride', null, null, null, ['time_s']],
      ['other', null, null, null, ['time_s']],
    ],
  );
  assert.equal(activities[0]?.laps[0]?.start_time, '2024-05-01T06:00:00.000Z');
});

test('TCX without distances: a lap goes on from the one before it, a second track of a lap after an interruption', () => {
  const place = (metres: number): string =>
    `<Position><LatitudeDegrees>${46.5 + metres / 111_195}</LatitudeDegrees><LongitudeDegrees>15.6</LongitudeDegrees></Position>`;
  const at = (metres: number, seconds: number): string => trackpoint(seconds, place(metres));
  const first = lap(`${at(0, 0)}${at(30, 10)}</Track><Track>${at(330, 110)}${at(360, 120)}`, '');
  const run = one(
    tcx(`<Activity Sport="Running">${first}${lap(at(390, 130) + at(420, 140), '')}</Activity>`),
  );
  assert.equal(run.distance_m, 120);
  assert.deepEqual([run.duration_s, run.moving_time_s], [140, 40]);
});

test('TCX: the metres of each stroke are not the metres so far', () => {
  const strokes = [0, 5, 4, 6, 3, 7, 4, 5].map((metres, index) =>
    trackpoint(index * 10, `<DistanceMeters>${metres}</DistanceMeters>`),
  );
  const row = one(tcx(`<Activity Sport="Other">${lap(strokes.join(''), '')}</Activity>`));
  assert.equal(row.distance_m, null);
  assert.equal(row.streams.distance_m, undefined);
});

const REFUSALS: readonly (readonly [string, string, RegExp])[] = [
  ['plain text', 'bla bla', /not a FIT, TCX or GPX file/],
  ['HTML', '<html><body>Not found</body></html>', /The XML is a "html" document/],
  ['XML cut off', track(LOOP).slice(0, 200), /not well-formed XML at line 1, column \d+/],
  ['a mismatched tag', '<gpx><trk></gpx>', /not well-formed XML/],
  ['an unknown entity', '<gpx>&boom;</gpx>', /not well-formed XML/],
  ['an unknown encoding', track(LOOP).replace('UTF-8', 'KLINGON-1'), /encoded as "KLINGON-1"/],
  ['a route', gpx('<rte><rtept lat="1" lon="2"/></rte>'), /a route, not a recorded track/],
  ['waypoints', gpx('<wpt lat="1" lon="2"/>'), /only waypoints/],
  ['an empty GPX', gpx(''), /no track points/],
  [
    'a track without times',
    track('<trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"/>'),
    /Of 2 points .* 0 have a time/,
  ],
  ['one point', track(point(0, 0)), /single moment/],
  ['the year 9999', track(LOOP.replaceAll('2024', '9999')), /not readable dates/],
  ['the year 0001', track(LOOP.replaceAll('2024', '0001')), /not readable dates/],
  [
    'times that run backwards',
    track(point(0, 7200) + point(30, 10) + point(60, 20)),
    /run backwards at point 2/,
  ],
  [
    'a TCX course',
    '<TrainingCenterDatabase><Courses><Course/></Courses></TrainingCenterDatabase>',
    /a course, not an activity/,
  ],
  ['an empty TCX', '<TrainingCenterDatabase/>', /no activity/],
  ['an activity of no length', tcx('<Activity Sport="Running"/>'), /no plausible start time/],
  ['a jump around the world in a second', track(point(0, 0) + point(3_000_000, 1)), /is not plausible/],
  [
    'a billion laughs',
    '<!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><gpx>&b;</gpx>',
    /declares a document type/,
  ],
  [
    'an external entity',
    '<!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]><gpx>&a;</gpx>',
    /document type/,
  ],
  ['100,000 nested elements', '<gpx>'.repeat(100_000), /nests deeper than 100/],
];
for (const [what, xml, says] of REFUSALS) {
  test(`refuses ${what}`, () => {
    assert.throws(() => parseRecording(Buffer.from(xml), 'x.gpx'), {
      code: 'validation_error',
      status: 400,
      message: says,
    });
  });
}

test('names keep their emoji and lose control characters', () => {
  const run = one(track(LOOP, `<name>👩‍🦽\u0085 ride${'x'.repeat(300)}</name>`));
  assert.ok(run.name?.startsWith('👩‍🦽 ride'));
  assert.equal([...(run.name ?? '')].length, 200);
});
