import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import type { Database } from '../../src/infra/db/database.ts';
import type { Sql } from '../../src/infra/db/sql.ts';
import { listMemberActivities } from '../../src/modules/activities/index.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../src/privacy/index.ts';

/**
 * The yardstick of the list: what one would write with `node:http` and `pg` alone for the same answer. It looks the
 * key up by its hash, runs one query and sends the rows. Nothing is validated, logged, counted or refused politely.
 *
 * Arguments: port, database URL, then `rows` (columns become objects, then JSON.stringify), `text` (the database
 * makes the JSON) or `same` (the very statements of the server under test). Ends when its parent goes.
 */
const [port = '', connectionString = '', mode = ''] = process.argv.slice(2);

// As many connections as the server under test has.
const pool = new pg.Pool({ connectionString, max: 10 });
await pool.query(`SET timezone = 'UTC'`);

const KEY = `SELECT k.id, k.org_id, k.scopes, k.expires_at, k.revoked_at, o.tier
  FROM api_keys k JOIN organizations o USING (org_id) WHERE k.secret_sha256 = $1`;

/** Of all else there is no pace for a kilometre. */
const ON_FOOT = [
  ...['run', 'trail_run', 'track_run', 'treadmill_run', 'virtual_run'],
  ...['walk', 'hike', 'mountaineering', 'snowshoe'],
];

const PAGE = `FROM activities
  WHERE user_id = $1 AND user_id IN (SELECT user_id FROM organization_members WHERE org_id = $2 AND left_at IS NULL)
    AND start_time >= $3 AND start_time <= $4 AND NOT private
  ORDER BY start_time DESC, id DESC LIMIT $5 OFFSET $6`;

const ROWS = `SELECT id, user_id, source, external_id, sport_type, workout_type, name, description, start_time, timezone,
    duration_s, moving_time_s, distance_m, elevation_gain_m, elevation_loss_m, average_speed_mps, max_speed_mps,
    average_heart_rate_bpm, max_heart_rate_bpm, average_cadence_spm, average_power_w, calories_kcal, training_load, vdot,
    laps, best_efforts, start_latlng, map_polyline, device_name, is_race, created_at, updated_at ${PAGE}`;

const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`;

const TEXT = `SELECT '[' || coalesce(string_agg(row_to_json(one)::text, ','), '') || ']' AS json FROM (
    SELECT id, user_id AS athlete_id, source, external_id, sport_type, workout_type, name, description,
      ${iso('start_time')}, (extract(epoch FROM start_time) * 1000)::bigint AS start_time_ms, timezone, duration_s,
      moving_time_s, distance_m, elevation_gain_m, elevation_loss_m, average_speed_mps, max_speed_mps,
      CASE WHEN moving_time_s >= 1 AND distance_m >= 1 AND sport_type IN (${ON_FOOT.map((sport) => `'${sport}'`).join(', ')}) THEN floor(moving_time_s * 10000 / distance_m + 0.5) / 10 END
        AS average_pace_s_per_km,
      average_heart_rate_bpm, max_heart_rate_bpm, average_cadence_spm, average_power_w, calories_kcal, training_load,
      vdot, laps, best_efforts, start_latlng, map_polyline, device_name, is_race, ${iso('created_at')},
      ${iso('updated_at')}, '[]'::json AS privacy_filtered
    FROM (SELECT * ${PAGE}) page) one`;

type Key = { id: string; org_id: string; scopes: string[]; expires_at: Date | null; revoked_at: Date | null };

async function keyOf(header: string | undefined): Promise<Key | undefined> {
  const secret = (header ?? '').replace('Bearer ', '');
  const sha256 = createHash('sha256').update(secret).digest();
  const { rows } = await pool.query<Key>({ name: 'key', text: KEY, values: [sha256] });
  const [key] = rows;
  const isGood =
    key !== undefined && key.revoked_at === null && (key.expires_at === null || key.expires_at > new Date());
  return isGood ? key : undefined;
}

async function listAsRows(values: unknown[]): Promise<string> {
  const { rows } = await pool.query<Record<string, unknown> & Stored>({ name: 'rows', text: ROWS, values });
  return JSON.stringify(rows.map(present));
}

type Stored = {
  user_id: string;
  start_time: Date;
  moving_time_s: number;
  distance_m: number;
  sport_type: string;
};

function present({ id, user_id, ...row }: Record<string, unknown> & Stored): object {
  return {
    id,
    athlete_id: user_id,
    ...row,
    start_time_ms: row.start_time.getTime(),
    average_pace_s_per_km:
      row.moving_time_s >= 1 && row.distance_m >= 1 && ON_FOOT.includes(row.sport_type)
        ? Math.floor((row.moving_time_s * 10_000) / row.distance_m + 0.5) / 10
        : null,
    privacy_filtered: [],
  };
}

async function listAsText(values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ name: 'text', text: TEXT, values });
  return rows[0]?.json ?? '[]';
}

/** What the statements of the server under test run on here. */
const plain = {
  query: async ({ text, values, name }: Sql) =>
    (await pool.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows,
  maybeOne: async (statement: Sql) => (await plain.query(statement))[0] ?? null,
} as unknown as Database;

async function listBySameSql([user_id, org_id, from, to, limit, offset]: unknown[]): Promise<string> {
  const found = await listMemberActivities(
    { db: plain, sourcePolicies: DEFAULT_SOURCE_POLICIES },
    {
      user_id: String(user_id),
      org_id: String(org_id),
      audience: 'organization_api',
      has_total: false,
      start_date_ms: (from as Date).getTime(),
      end_date_ms: (to as Date).getTime(),
      limit: Number(limit),
      offset: Number(offset),
      after: null,
    },
  );
  return `[${(found?.activities ?? []).join(',')}]`;
}

const list = { rows: listAsRows, text: listAsText, same: listBySameSql }[mode] ?? listAsRows;

async function answer(
  url: string,
  authorization: string | undefined,
): Promise<{ status: number; body: string }> {
  const key = await keyOf(authorization);
  if (key === undefined) return { status: 401, body: '{}' };
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const athlete_id = query.get('athlete_id');
  const from = new Date(Number(query.get('start_date')));
  const to = new Date(Number(query.get('end_date')));
  const limit = Number(query.get('limit') ?? 50);
  const offset = Number(query.get('offset') ?? 0);
  const activities = await list([athlete_id, key.org_id, from, to, limit, offset]);
  return {
    status: 200,
    body: `{"success":true,"data":{"activities":${activities},"limit":${limit},"offset":${offset},"athlete_id":"${athlete_id}"}}`,
  };
}

const server = createServer((request, response) => {
  answer(request.url ?? '', request.headers.authorization).then(
    ({ status, body }) => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
