import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_PRIVACY, DEFAULT_SOURCE_POLICIES, type PrivacySettings } from '../../privacy/index.ts';
import {
  type Archive,
  csvRecords,
  downloadArchive,
  jsonRecords,
  runExportOverHttp,
} from '../../test/archives.ts';
import { type ExpectedActivity, expectedList } from '../../test/expected-activities.ts';
import { createApiKey, createOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { anyActivity, makeActivity } from '../../test/random-activities.ts';
import { SEEDED_ZONES, seedAthlete } from '../../test/seed-athletes.ts';
import type { StoredActivity } from '../activities/index.ts';
import { slicesOf } from './archive-files.ts';
import { copyRows } from './copy-rows.ts';
import { csvRecord, safeCellText } from './csv.ts';
import type { ReadRows } from './file-plan.ts';
import { copyOf, pageReader } from './read-rows.ts';
import { selectAthletes } from './select-athletes.ts';
import type { Slice, SliceRows } from './select-rows.ts';

const ACTIVITY_COLUMNS =
  'id,athlete_id,source,external_id,sport_type,workout_type,name,description,start_time,start_time_ms,timezone,duration_s,moving_time_s,distance_m,elevation_gain_m,elevation_loss_m,average_speed_mps,max_speed_mps,average_pace_s_per_km,average_heart_rate_bpm,max_heart_rate_bpm,average_cadence_spm,average_power_w,calories_kcal,training_load,vdot,best_efforts,start_latlng,map_polyline,device_name,is_race,created_at,updated_at,privacy_filtered';
const LAP_COLUMNS =
  'activity_id,athlete_id,lap_index,start_time,duration_s,moving_time_s,distance_m,average_speed_mps,max_speed_mps,average_heart_rate_bpm,max_heart_rate_bpm,average_cadence_spm,average_power_w,elevation_gain_m,elevation_loss_m,calories_kcal';

/** Texts that could confuse a spreadsheet, a CSV reader or a terminal, with their expected cells. */
const NASTY: readonly (readonly [text: string, cell: string])[] = [
  ['=HYPERLINK("http://evil.example","run")', '"\'=HYPERLINK(""http://evil.example"",""run"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1＋1', "'＝1＋1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['\t=1', "'\t=1"],
  ['\u0001', "'\u0001"],
  ['\u007f=1', "'\u007f=1"],
  ['\u0085=1', "'\u0085=1"],
  ['\r=1', '"\'\r\n=1"'],
  ['\n=1', '"\'\r\n=1"'],
  ['a\rb', '"a\r\nb"'],
  ['a\nb', '"a\r\nb"'],
  ['a\r\nb', '"a\r\nb"'],
  ['a\n\rb', '"a\r\n\r\nb"'],
  ['a"b', '"a""b"'],
  ['"', '""""'],
  ['a,b', '"a,b"'],
  [',', '","'],
  ['', '""'],
  [' ', ' '],
  ['\\.', '\\.'],
  ['\\N', '\\N'],
  ['\\r\\n', '\\r\\n'],
  ['NULL', 'NULL'],
  ["'=1", "'=1"],
  ['1-2=3', '1-2=3'],
  ['👩‍👩‍👧‍👦🏃', '👩‍👩‍👧‍👦🏃'],
  ['שלום, עולם', '"שלום, עולם"'],
  ['\u202e=1', '\u202e=1'],
  ['\u2028', '\u2028'],
];

test('text cells are quoted, neutral to spreadsheets, and broken by CRLF alone', () => {
  for (const [text, cell] of NASTY)
    assert.equal(csvRecord([safeCellText(text), null]), `${cell},\r\n`, JSON.stringify(text));
});

const TEXT_FIELDS = new Set([
  'external_id',
  'name',
  'description',
  'timezone',
  'map_polyline',
  'device_name',
]);

/** The expected bytes, made in another way than the database makes them. */
function expectedCsv(columns: string, records: readonly ExpectedActivity[]): string {
  const names = columns.split(',');
  const lines = records.map((record) => names.map((name) => expectedCell(name, record[name])).join(','));
  return [columns, ...lines].map((line) => `${line}\r\n`).join('');
}

function expectedCell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  let text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (name === 'privacy_filtered' && Array.isArray(value)) text = value.join(' ');
  if (TEXT_FIELDS.has(name)) {
    if ([...'=+-@＝＋－＠'].includes(text.charAt(0)) || /^\p{Cc}/u.test(text)) text = `'${text}`;
    text = text.split(/\r\n|\r|\n/).join('\r\n');
  }
  return text === '' || /[",\r\n]/.test(text) ? `"${text.split('"').join('""')}"` : text;
}

/** The shortest digits that give the number back, in PostgreSQL's form. */
function numberText(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e-');
  return value !== 0 && value < 1e-4 ? `${digits}e-${exponent.padStart(2, '0')}` : String(value);
}

type LapRecord = Record<string, unknown>;

function lapsOf(activity: ExpectedActivity): LapRecord[] {
  return (activity.laps as LapRecord[]).map(({ index, ...lap }) => ({
    activity_id: activity.id,
    athlete_id: activity.athlete_id,
    lap_index: index,
    ...lap,
  }));
}

/** Numbers of laps are the text they were stored as. */
function expectedLapsCsv(laps: readonly LapRecord[]): string {
  const asText = laps.map((lap) =>
    Object.fromEntries(
      Object.entries(lap).map(([name, value]) => [
        name,
        typeof value === 'number' ? JSON.stringify(value) : value,
      ]),
    ),
  );
  return expectedCsv(LAP_COLUMNS, asText);
}

describe('the contents of an archive', () => {
  let server: TestServer;
  let archive: Archive;
  let expected: ExpectedActivity[];
  let slices: Slice[];
  let nastyOwner: string;

  const MANY = 1_250;

  before(async () => {
    server = await testServer();
    const club = await createOrganization(server);
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const joined_at = server.clock.now().getTime();
    const athletes: { user_id: string; privacy: PrivacySettings; activities: StoredActivity[] }[] = [];
    const settings = [
      { share_activity_map: true },
      { share_pace_data: false },
      { share_activity_map: true },
      { share_race_history: false, share_pb: false },
      { share_activity_map: true },
    ];
    for (const [index, privacy] of settings.entries()) {
      const athlete = await seedAthlete(server, club.org_id, {
        privacy,
        joined_at: new Date(joined_at + index),
      });
      athletes.push({ ...athlete, activities: [] });
    }
    const [first, second, third, fourth, fifth] = athletes;
    assert.ok(first && second && third && fourth && fifth);
    nastyOwner = first.user_id;
    first.activities = NASTY.map(([text]) => {
      const texts = { name: text, description: text, device_name: text, external_id: `${text}${MANY}` };
      return makeActivity(first.user_id, { ...texts, map_polyline: text, timezone: text });
    });
    second.activities = fc.sample(anyActivity(second.user_id), { numRuns: 40, seed: 7 });
    fourth.activities = fc.sample(anyActivity(fourth.user_id), { numRuns: 40, seed: 8 });
    // Behind the border of a page, newer and older than the activity it falls on.
    fifth.activities = fc.sample(anyActivity(fifth.user_id), { numRuns: 40, seed: 9 });
    // More than a page, seven at each instant, every third without laps.
    third.activities = Array.from({ length: MANY }, (_, index) => {
      const start_time = new Date(Date.UTC(2025, 0, 1) + Math.floor(index / 7));
      return makeActivity(third.user_id, { start_time, ...(index % 3 === 0 ? { laps: [] } : {}) });
    });
    for (const { activities } of athletes) await insertActivities(server.deps.db, activities);

    // Athletes under the same ceiling come together, in the order of joining.
    const order = [0, 2, 4, 1, 3].flatMap((index) => athletes[index] ?? []);
    expected = order.flatMap(({ activities, privacy }) => expectedList(activities, privacy, 'export'));
    const roster = athletes.map(({ user_id, privacy }) => ({
      user_id,
      privacy,
      left_at: null,
      account_active: true,
    }));
    const everybody = { athlete_ids: null, created_at: new Date() };
    const { groups } = selectAthletes(roster, everybody, DEFAULT_SOURCE_POLICIES, new Set());
    slices = slicesOf(groups, { start_date_ms: null, end_date_ms: null });

    const job = await runExportOverHttp(server, secret);
    assert.equal(job.status, 'completed');
    archive = await downloadArchive(server, secret, job.id);
  });
  after(() => server.clock.reset());

  test('activities.json is the objects of the developer API, athlete by athlete, none lost or repeated', () => {
    assert.ok(expected.length > MANY + NASTY.length);
    assert.deepEqual(jsonRecords(archive.files.get('activities.json')), expected);
    assert.equal(archive.manifest.counts.activities, expected.length);
  });

  test('activities.csv is the same, byte for byte as RFC 4180 has it', () => {
    assert.equal(String(archive.files.get('activities.csv')), expectedCsv(ACTIVITY_COLUMNS, expected));
  });

  test('laps.json and laps.csv hold every lap of them with what the ceiling leaves', () => {
    const laps = expected.flatMap(lapsOf);
    assert.ok(laps.length > MANY / 2);
    assert.deepEqual(jsonRecords(archive.files.get('laps.json')), laps);
    assert.equal(String(archive.files.get('laps.csv')), expectedLapsCsv(laps));
    assert.equal(archive.manifest.counts.laps, laps.length);
  });

  test('a strict reader gets back every text and every number', () => {
    const rows = csvRecords(archive.files.get('activities.csv'));
    for (const [index, row] of rows.entries()) {
      for (const [name, value] of Object.entries(expected[index] ?? {})) {
        if (typeof value === 'number') assert.equal(Number(row[name]), value, name);
      }
    }
    const byName = new Map(rows.filter((row) => row.athlete_id === nastyOwner).map((row) => [row.name, row]));
    for (const [text] of NASTY) {
      const broken = text.replace(/\r\n?|\n/g, '\r\n');
      assert.ok(byName.has(broken) || byName.has(`'${broken}`), JSON.stringify(text));
    }
  });

  test('athletes.csv and athletes.json keep to the athlete’s ceiling', async () => {
    const club = await createOrganization(server);
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const open = await seedAthlete(server, club.org_id, { display_name: '＝cmd' });
    const closed = await seedAthlete(server, club.org_id, {
      joined_at: new Date(server.clock.now().getTime() + 1_000),
      privacy: { share_profile_info: false, share_pace_data: false },
    });
    const labels = ['two words', '=1+1', 'a"b'];
    const patched = await server.request(
      'PATCH',
      `/api/v1/organizations/${club.org_id}/members/${open.user_id}`,
      { token: club.coach.token, body: { labels } },
    );
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
    const job = await runExportOverHttp(server, secret);
    const { files } = await downloadArchive(server, secret, job.id);
    const { body } = await server.request('GET', '/developer/v1/athletes', { apiKey: secret });
    assert.deepEqual(jsonRecords(files.get('athletes.json')), body.data.athletes);
    const [first, second] = csvRecords(files.get('athletes.csv'));
    assert.ok(first && second);
    assert.equal(first.display_name, "'＝cmd");
    assert.deepEqual(JSON.parse(first.labels ?? ''), labels);
    assert.deepEqual(JSON.parse(first.zones ?? ''), SEEDED_ZONES);
    assert.equal(first.privacy_filtered, '');
    assert.equal(second.id, closed.user_id);
    assert.deepEqual(
      [second.first_name, second.last_name, second.profile_image_url, second.zones],
      ['', '', '', ''],
    );
    assert.equal(second.privacy_filtered, 'first_name last_name profile_image_url zones');
  });

  async function textOf(
    read: ReadRows<SliceRows>,
    ...[table, as]: ['activities' | 'laps', 'cells' | 'json']
  ) {
    let text = '';
    let rows = 0;
    for (const slice of slices) {
      const parts: Buffer[] = [];
      for await (const chunk of read({ table, as, slice }, (count) => (rows += count)))
        parts.push(Buffer.from(chunk));
      text += Buffer.concat(parts);
    }
    return { text, rows };
  }

  test('reading by COPY and by pages gives the same bytes', async () => {
    const { db } = server.deps;
    const wanted = [
      ['activities', 'cells'],
      ['activities', 'json'],
      ['laps', 'cells'],
      ['laps', 'json'],
    ] as const;
    for (const [table, as] of wanted) {
      const paged = await textOf(pageReader(db), table, as);
      assert.ok(paged.rows > 0);
      const file = String(archive.files.get(`${table}.${as === 'cells' ? 'csv' : 'json'}`));
      const body = as === 'cells' ? file.slice(file.indexOf('\r\n') + 2) : file.slice(1, -2);
      assert.equal(as === 'cells' ? paged.text : paged.text.slice(1), body);
      if (db.engine === 'embedded') continue;
      const copied = await db.transaction((tx) =>
        textOf((part, counted) => copyRows(tx, copyOf(part), counted), table, as),
      );
      assert.deepEqual(copied, paged);
    }
  });

  test('the privacy settings of this test are not the defaults alone', () => {
    assert.equal(DEFAULT_PRIVACY.share_activity_map, false);
    assert.equal(slices.length, 3);
  });
});
