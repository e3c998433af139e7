import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { KeptDay } from './merge-days.ts';

type DayKey = Pick<KeptDay, 'day' | 'source'>;

/**
 * The stored days, locked until the transaction ends; missing ones are created empty. All callers lock in one order to avoid deadlocks.
 * Days whose time is over are left out.
 */
export async function holdDays(
  tx: Transaction,
  { user_id, keys, now }: { user_id: string; keys: readonly DayKey[]; now: Date },
): Promise<KeptDay[]> {
  return await tx.query<KeptDay>(sql`
    INSERT INTO health_days (user_id, day, source, created_at, updated_at)
    SELECT ${user_id}, k.day, k.source, ${now}, ${now}
    FROM unnest(${keys.map(({ day }) => day)}::date[], ${keys.map(({ source }) => source)}::text[]) AS k (day, source)
    GROUP BY k.day, k.source ORDER BY k.day, k.source
    ON CONFLICT (user_id, day, source) DO UPDATE SET updated_at = excluded.updated_at
      WHERE health_days.expired_at IS NULL
    RETURNING to_char(day, 'YYYY-MM-DD') AS day, source, activity, sleep, hrv, heart_rate`);
}

export async function updateDays(tx: Transaction, user_id: string, days: readonly KeptDay[]): Promise<void> {
  await tx.execute(sql`
    UPDATE health_days d SET activity = n.activity, sleep = n.sleep, hrv = n.hrv, heart_rate = n.heart_rate
    FROM json_to_recordset(${JSON.stringify(days)}::json)
      AS n (day date, source text, activity json, sleep json, hrv json, heart_rate json)
    WHERE d.user_id = ${user_id} AND d.day = n.day AND d.source = n.source`);
}

export async function findDays(
  db: Queryable,
  { user_id, from, to }: { user_id: string; from: string; to: string },
): Promise<KeptDay[]> {
  return await db.query<KeptDay>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, source, activity, sleep, hrv, heart_rate
    FROM health_days WHERE user_id = ${user_id} AND day BETWEEN ${from}::date AND ${to}::date
    ORDER BY day DESC, source`);
}

/** All reports of one day: of the given one, else of the latest that has any. */
export async function findDayOrNewest(
  db: Queryable,
  { user_id, day }: { user_id: string; day: string | null },
): Promise<KeptDay[]> {
  return await db.query<KeptDay>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, source, activity, sleep, hrv, heart_rate
    FROM health_days
    WHERE user_id = ${user_id} AND day = coalesce(${day}::date, (
      SELECT max(d.day) FROM health_days d WHERE d.user_id = ${user_id} AND d.expired_at IS NULL))
    ORDER BY source`);
}

export type HealthSample = {
  /** The quantity of `value`, `lowest` and `highest`, with its unit. */
  readonly kind: 'heart_rate_bpm' | 'hrv_sdnn_ms';
  readonly taken_at: Date;
  readonly origin: string;
  readonly value: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** YYYY-MM-DD, in the zone that its owner had set when it arrived. */
  readonly day: string;
};

/** Stores the samples that are not there yet, locking in one order for all callers. @returns the days of the new ones, and their number */
export async function insertSamples(
  tx: Transaction,
  user_id: string,
  samples: readonly HealthSample[],
): Promise<{ day: string; count: number }[]> {
  return await tx.query<{ day: string; count: number }>(sql`
    WITH added AS (
      INSERT INTO health_samples (user_id, kind, taken_at, origin, value, lowest, highest, day)
      SELECT ${user_id}, s.* FROM unnest(
        ${samples.map((sample) => sample.kind)}::text[],
        ${samples.map((sample) => sample.taken_at.toISOString())}::timestamptz[],
        ${samples.map((sample) => sample.origin)}::text[],
        ${samples.map((sample) => sample.value)}::double precision[],
        ${samples.map((sample) => sample.lowest)}::double precision[],
        ${samples.map((sample) => sample.highest)}::double precision[],
        ${samples.map((sample) => sample.day)}::date[]
      ) AS s (kind, taken_at, origin, value, lowest, highest, day)
      ORDER BY kind COLLATE "C", taken_at, origin COLLATE "C", value
      ON CONFLICT DO NOTHING RETURNING day
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS day, count(*)::int AS count FROM added GROUP BY day`);
}

/**
 * Computes values of days, which the caller holds, from the phone's samples. A watch measures every few seconds during a workout and
 * every few minutes otherwise. The average is therefore taken over ten-minute means, so that an hour of running does not dominate the
 * day.
 */
export async function deriveDays(
  tx: Transaction,
  { user_id, days }: { user_id: string; days: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    WITH spells AS (
      SELECT day, kind, avg(value::double precision) AS mean,
        min(coalesce(lowest, value)::double precision) AS least,
        max(coalesce(highest, value)::double precision) AS most
      FROM health_samples WHERE user_id = ${user_id} AND day = ANY(${days}::date[])
      GROUP BY day, kind, date_bin('10 minutes', taken_at, '2000-01-01Z')
    ), sums AS (
      SELECT day, kind, avg(mean) AS mean, min(least) AS least, max(most) AS most FROM spells GROUP BY day, kind
    )
    UPDATE health_days d SET
      heart_rate = CASE WHEN b.day IS NULL THEN d.heart_rate ELSE (
        coalesce(d.heart_rate::jsonb, '{"resting_bpm": null, "edition": null}') || jsonb_build_object(
          'min_bpm', round(b.least::numeric), 'max_bpm', round(b.most::numeric), 'average_bpm', round(b.mean::numeric)
        ))::json END,
      hrv = CASE WHEN v.day IS NULL THEN d.hrv ELSE (
        coalesce(d.hrv::jsonb, '{"rmssd_ms": null, "highest_5_min_rmssd_ms": null, "edition": null}')
        || jsonb_build_object('sdnn_ms', round(v.mean::numeric, 1)))::json END
    FROM unnest(${days}::date[]) AS t (day)
      LEFT JOIN sums b ON b.day = t.day AND b.kind = 'heart_rate_bpm'
      LEFT JOIN sums v ON v.day = t.day AND v.kind = 'hrv_sdnn_ms'
    WHERE d.user_id = ${user_id} AND d.source = 'apple_health' AND d.day = t.day`);
}

type HeartBeat = { readonly taken_at: Date; readonly value: number };

/** Heart rate samples within spans of time that do not overlap, at most `limit`, in the order of time. */
export async function findBeats(
  tx: Transaction,
  input: { user_id: string; spells: readonly { readonly from: Date; readonly to: Date }[]; limit: number },
): Promise<HeartBeat[]> {
  return await tx.query<HeartBeat>(sql`
    SELECT s.taken_at, avg(s.value) AS value
    FROM unnest(
      ${input.spells.map(({ from }) => from.toISOString())}::timestamptz[],
      ${input.spells.map(({ to }) => to.toISOString())}::timestamptz[]
    ) AS spell (from_time, to_time)
      -- One look into the index for each spell: a join would read all samples for each.
      CROSS JOIN LATERAL (
        SELECT taken_at, value::double precision AS value FROM health_samples
        WHERE user_id = ${input.user_id} AND kind = 'heart_rate_bpm'
          AND taken_at >= spell.from_time AND taken_at <= spell.to_time
        ORDER BY user_id, kind, taken_at LIMIT ${input.limit}
      ) s
    GROUP BY s.taken_at ORDER BY s.taken_at LIMIT ${input.limit}`);
}

export async function findDayPage(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: DayKey | null; limit: number },
): Promise<KeptDay[]> {
  return await db.query<KeptDay>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, source, activity, sleep, hrv, heart_rate
    FROM health_days WHERE user_id = ${user_id} AND expired_at IS NULL
      AND (${after === null}::boolean OR (day, source) > (${after?.day ?? null}::date, ${after?.source ?? null}::text))
    ORDER BY day, source LIMIT ${limit}`);
}

export async function findSamplePage(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: HealthSample | null; limit: number },
): Promise<HealthSample[]> {
  return await db.query<HealthSample>(sql`
    SELECT kind, taken_at, origin, value::double precision AS value, lowest::double precision AS lowest,
      highest::double precision AS highest, to_char(day, 'YYYY-MM-DD') AS day
    FROM health_samples WHERE user_id = ${user_id} AND (${after === null}::boolean
      OR (kind, taken_at, origin, value) > (${after?.kind ?? null}::text, ${after?.taken_at ?? null}::timestamptz,
        ${after?.origin ?? null}::text, ${after?.value ?? null}::double precision))
    ORDER BY kind, taken_at, origin, value LIMIT ${limit}`);
}
