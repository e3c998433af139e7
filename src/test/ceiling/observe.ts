/** Asks a server what a club can ask, and holds the answers against the model or against those of another time. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { sql } from '../../infra/db/sql.ts';
import {
  type Archive,
  csvRecords,
  downloadArchive,
  jsonRecords,
  openArchive,
  runExportOverHttp,
  type WireExport,
} from '../archives.ts';
import type { TestResponse, TestServer } from '../harness.ts';
import { fileSizes } from '../unzip.ts';
import { NO_ID } from './any-asks.ts';
import type { ExportAsk } from './any-exports.ts';
import { type Ask, addressOf, isCoachs, type Prediction } from './ask.ts';
import type { ToldAsk } from './ask-told.ts';
import type { ClubView } from './club-view.ts';
import { COLUMNS, type ExpectedArchive, expectedCells, readCells } from './expected-archive.ts';
import { TOLD_TABLES } from './expected-told-tables.ts';
import type { Secrets } from './plant-world.ts';
import type { Club } from './world.ts';

/** A club on a server, and what opens its doors. */
export type Door = {
  readonly server: TestServer;
  readonly club: Club;
  readonly secrets: Secrets;
  readonly coach_token: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** What differs from one request to the next without saying anything. */
const OWN_HEADERS = ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

function secretOf({ club, secrets }: Door, place: number): string {
  return secrets.get(club.keys[place % club.keys.length]?.id ?? '') ?? '';
}

/** @param id the request's own; the same question is asked by the same one each time */
export async function answerTo(door: Door, ask: Ask, id: number): Promise<Answer> {
  const token = isCoachs(ask) ? door.coach_token : secretOf(door, ask.key);
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': `ask-${id}` };
  const response = await fetch(door.server.url + addressOf(ask, door.club.id), { headers });
  const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name));
  return { status: response.status, headers: Object.fromEntries(kept), text: await response.text() };
}

/** With the key that may all. */
export async function keyedGet(door: Door, path: string): Promise<TestResponse> {
  return await door.server.request('GET', path, { apiKey: secretOf(door, 0) });
}

const AT_A_TIME = 4;

/** In the order of the questions. */
export async function answersTo(door: Door, asks: readonly Ask[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let first = 0; first < asks.length; first += AT_A_TIME) {
    const some = asks.slice(first, first + AT_A_TIME);
    answers.push(...(await Promise.all(some.map((ask, index) => answerTo(door, ask, first + index)))));
  }
  return answers;
}

/** Status and body, value by value; of a failure its code and the whole of its envelope. */
export function assertPredicted(answer: Answer, prediction: Prediction, ask: Ask): void {
  const whole = JSON.parse(answer.text);
  const isSeen = prediction.status === 200 && answer.status === 200 && prediction.seen !== undefined;
  const body: unknown = isSeen ? prediction.seen?.(whole) : whole;
  const expected =
    prediction.status === 200
      ? prediction.body
      : failure(ask, prediction.code, body, answer.headers['x-request-id']);
  assert.deepEqual(
    { status: answer.status, body },
    { status: prediction.status, body: expected },
    JSON.stringify(ask),
  );
}

/** The words, and which fields they are about, are the server's; the rest is not. */
function failure(
  ask: Ask,
  code: string,
  body: unknown,
  request_id: string | undefined,
): Record<string, unknown> {
  const { error, details } = body as { error?: unknown; details?: unknown };
  assert.equal(typeof error, 'string');
  if (!isCoachs(ask)) return { success: false, error, code, request_id };
  return { status: 'error', code, error, request_id, ...(details === undefined ? {} : { details }) };
}

/** Whatever is not there, and why not: the same question about the same person gets the same words. What is no id at all may be told so. */
export function assertOneWording(asks: readonly Ask[], answers: readonly Answer[]): void {
  const wordings = new Map<string, string>();
  for (const [index, { status, text }] of answers.entries()) {
    const ask = asks[index];
    if (ask === undefined || status !== 404 || addressOf(ask, '').includes(NO_ID)) continue;
    const to = ask.to === 'told' ? questionOf(ask.what) : ask.to;
    const words = text.replace(/"request_id":"[^"]*"/, '');
    assert.equal(words, wordings.get(to) ?? words);
    wordings.set(to, words);
  }
}

const questionOf = (ask: ToldAsk): string => ('athlete_id' in ask ? `${ask.to} ${ask.athlete_id}` : ask.to);

export type Export = { readonly job: WireExport; readonly archive: Archive };

/** Asks for an export and waits for it. */
export async function exportOf(door: Door, ask: ExportAsk): Promise<Export> {
  const apiKey = secretOf(door, 0);
  const job = await runExportOverHttp(door.server, apiKey, ask);
  return { job, archive: await downloadArchive(door.server, apiKey, job.id) };
}

/** The same with the archive as it was made, though somebody may have closed since what is in it. */
export async function madeExportOf(door: Door, ask: ExportAsk): Promise<Export> {
  const { db, store } = door.server.deps;
  const job = await runExportOverHttp(door.server, secretOf(door, 0), ask);
  const { object_key } = await db.one<{ object_key: string }>(
    sql`SELECT object_key FROM export_jobs WHERE id = ${job.id}`,
  );
  const object = await store.get(object_key);
  if (object === null) throw new Error('The archive of the export is not there.');
  const opened = await openArchive(await buffer(object.body));
  return { job, archive: { ...opened, headers: new Headers() } };
}

export async function assertExportRefused(door: Door, ask: ExportAsk): Promise<void> {
  const options = { apiKey: secretOf(door, 0), body: ask };
  const { status, body } = await door.server.request('POST', '/developer/v1/exports', options);
  assert.deepEqual([status, body.code], [400, 'validation_error']);
}

/** The record, the manifest and every file, value by value. */
export function assertExported(
  { job, archive }: Export,
  view: ClubView,
  key_id: string,
  expected: ExpectedArchive,
): void {
  const { skipped, left_out, params } = expected;
  assert.deepEqual(job, {
    id: job.id,
    requester_uid: `api-key:${key_id}`,
    org_id: view.organization.id,
    export_type: 'org_activities',
    params: { ...params, actor_type: 'api_key', api_key_id: key_id },
    status: 'completed',
    file_size_bytes: archive.bytes.length,
    schema_version: '1.0',
    error_message: null,
    skipped_athletes: skipped,
    left_out,
    created_at: job.created_at,
    completed_at: job.completed_at,
    expires_at: new Date(Date.parse(job.completed_at) + 7 * 86_400_000).toISOString(),
  });
  const { athletes, activities, laps, told } = expected;
  const besides = [...told];
  const formats = params.format === 'both' ? ['csv', 'json'] : [params.format];
  assert.deepEqual(archive.manifest, {
    schema_version: '1.0',
    export_id: job.id,
    export_type: 'org_activities',
    organization: { id: view.organization.id, name: view.organization.name },
    range: { start_date: params.start_date, end_date: params.end_date },
    format: params.format,
    ...(params.include === undefined ? {} : { include: params.include }),
    requester: { type: 'api_key', id: key_id },
    requested_at: job.created_at,
    generated_at: archive.manifest.generated_at,
    counts: {
      ...{ athletes: athletes.length, activities: activities.length, laps: laps.length },
      ...Object.fromEntries(besides.map(([table, rows]) => [table, rows.length])),
    },
    // Rows, sizes and checksums have been held against the files when they were read.
    files: archive.manifest.files,
    skipped_athletes: skipped,
    sources_left_out: view.sources_left_out,
    left_out,
  });
  const tables = { athletes, activities, laps };
  assert.deepEqual(
    [...archive.files.keys()],
    [
      ...[...Object.keys(tables), ...told.keys()].flatMap((table) =>
        formats.map((format) => `${table}.${format}`),
      ),
      'manifest.json',
    ],
  );
  for (const [table, records] of Object.entries(tables))
    assertTable(archive, { table, columns: COLUMNS[table as keyof typeof tables] }, records);
  for (const [table, rows] of besides)
    assertTable(archive, { table, columns: TOLD_TABLES[table], isUnordered: true }, rows.toSorted(byKey));
}

type Row = Readonly<Record<string, unknown>>;

/** Whose it is, and which of theirs: in what order rows of such tables come is not foreseen. */
const keyOf = ({ athlete_id = '', club_session_id, id }: Row): string =>
  `${athlete_id} ${club_session_id ?? id}`;
const byKey = (a: Row, b: Row): number => (keyOf(a) < keyOf(b) ? -1 : 1);

function assertTable(
  { files }: Archive,
  of: { readonly table: string; readonly columns: string; readonly isUnordered?: true },
  records: readonly Row[],
): void {
  const { table, columns } = of;
  const inOrder = <R extends Row>(rows: readonly R[]): readonly R[] =>
    of.isUnordered ? rows.toSorted(byKey) : rows;
  const json = files.get(`${table}.json`);
  if (json !== undefined) assert.deepEqual(inOrder(jsonRecords(json)), records, `${table}.json`);
  const csv = files.get(`${table}.csv`);
  if (csv === undefined) return;
  const expected = records.map((record) => expectedCells(columns, record));
  const read = inOrder(csvRecords(csv)).map((cells, index) => readCells(cells, expected[index] ?? {}));
  assert.deepEqual(read, expected, `${table}.csv`);
}

/** All of an export that can be the same twice: records without ids and times, the files' bytes, their sizes as packed. */
export async function fingerprintOf({ job, archive }: Export): Promise<unknown> {
  const { id: _id, created_at: _created, completed_at: _completed, expires_at: _expires, ...record } = job;
  const {
    export_id: _export,
    requested_at: _requested,
    generated_at: _generated,
    ...manifest
  } = archive.manifest;
  const packed = await fileSizes(archive.bytes);
  const own = packed.get('manifest.json') ?? 0;
  return {
    record: { ...record, file_size_bytes: record.file_size_bytes - own },
    manifest,
    packed: [...packed].filter(([name]) => name !== 'manifest.json'),
    files: [...archive.files]
      .filter(([name]) => name !== 'manifest.json')
      .map(([name, file]) => [name, String(file)]),
  };
}
