/** All that an athlete keeps, written past HTTP where there is no door for numbers of one's own: each value a canary. */
import { createHash, randomUUID } from 'node:crypto';
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import { sql } from '../../infra/db/sql.ts';
import type { StoredActivity } from '../../modules/activities/activity.ts';
import { storeRecording } from '../../modules/activities/index.ts';
import { packStreams } from '../../modules/activities/pack-streams.ts';
import { insertFile } from '../../modules/activities/queries.ts';
import { uploadKey } from '../../modules/activities/uploaded-file.ts';
import { storeHealthDays } from '../../modules/integrations/health/store-health-days.ts';
import { holdUser } from '../../modules/users/index.ts';
import { DAY_MS } from '../../shared/time.ts';
import { type Book, formsOf, type Origin, type What } from './canaries.ts';
import type { LeakStage } from './client.ts';
import { type Activity, type Club, type Person, POLICIES } from './model.ts';
import { plantDays } from './plant-days.ts';

/** Days ago: within this week, the last seven days, and four weeks. */
const DAYS_AGO = [0.5, 2, 5, 12, 24];

export async function plantTraining(
  stage: LeakStage,
  { book, random }: { book: Book; random: SeededRandom },
  person: Person,
): Promise<void> {
  const { db } = stage.deps;
  const now = stage.deps.clock.now();
  const made = DAYS_AGO.map((days) => {
    const activity: Activity = {
      id: randomUUID(),
      source: random.pick(Object.keys(POLICIES) as [string, ...string[]]),
      is_private: random.chance(0.2),
      is_race: random.chance(0.25),
      is_deleted: false,
    };
    const stored = storedActivity(book, person, activity, new Date(now.getTime() - days * DAY_MS));
    return { activity, stored, data: packStreams(streamsOf(book, person, activity)) };
  });
  bookSums(book, person, made);
  await db.transaction(async (tx) => {
    await holdUser(tx, person.user_id);
    await storeRecording(tx, {
      user_id: person.user_id,
      activities: made.map(({ stored }) => stored),
      streams: made.map(({ activity, data }) => ({ record_id: activity.id, user_id: person.user_id, data })),
    });
    await storeHealthDays(tx, { user_id: person.user_id, reports: healthOf(book, person, now), now });
  });
  await plantDays(stage, book, person);
  await plantFile(
    stage,
    book,
    person,
    made.slice(0, 2).map(({ activity }) => activity),
  );
  for (const { activity } of made) {
    person.activities.push(activity);
    const marks = { private: activity.is_private, is_race: activity.is_race };
    await db.execute(sql`
      UPDATE activities SET private = ${marks.private}, is_race = ${marks.is_race}, edits = ${JSON.stringify(marks)}
      WHERE id = ${activity.id}`);
    await plantFeedback(stage, book, person, { activity, random });
    const summary = book.text({ what: 'own', field: 'activity summary', subject: person });
    await db.execute(sql`
      INSERT INTO activity_summaries (id, activity_id, user_id, facts, summary_text, persona, language, engine, created_at)
      VALUES (${randomUUID()}, ${activity.id}, ${person.user_id}, '{"workout": {}, "before": null}', ${summary}, 'joy', 'en', 'rules',
        ${now})`);
  }
}

/** Words on an activity. */
async function plantFeedback(
  { deps: { db, clock } }: LeakStage,
  book: Book,
  subject: Person,
  { activity, random }: { readonly activity: Activity; readonly random: SeededRandom },
): Promise<void> {
  const note = book.text({ what: 'feedback', field: 'note', subject, activities: [activity] });
  const said_at = JSON.stringify({ note: clock.now().toISOString(), feel: clock.now().toISOString() });
  await db.execute(sql`
    INSERT INTO feedback (user_id, activity_id, feel, note, said_at, told_at, last_at, created_at, updated_at)
    VALUES (${subject.user_id}, ${activity.id}, ${random.integer(1, 5)}, ${`Legs ${note}.`}, ${said_at}::jsonb, ${clock.now()},
      ${clock.now()}, ${clock.now()}, ${clock.now()})`);
}

/** A file that several activities were read from. */
async function plantFile(
  stage: LeakStage,
  book: Book,
  subject: Person,
  activities: readonly Activity[],
): Promise<void> {
  const { db, store, clock } = stage.deps;
  const { user_id } = subject;
  const word = (field: string): string => book.text({ what: 'file', field, subject, activities });
  const bytes = Buffer.from(`<gpx><trk><name>${word('uploaded file')}</name></trk></gpx>`);
  const sha256 = createHash('sha256').update(bytes).digest();
  const id = randomUUID();
  const object_key = uploadKey({ user_id, sha256, id });
  await store.put(object_key, bytes);
  await db.transaction(async (tx) => {
    await insertFile(tx, {
      id,
      user_id,
      sha256,
      recording_sha256: sha256,
      object_key,
      file_name: `${word('name of the uploaded file')}.gpx`,
      size_bytes: bytes.byteLength,
      created_at: clock.now(),
      activity_count: activities.length,
    });
    await tx.execute(sql`
      UPDATE activity_records SET file_id = ${id}, external_id = NULL
      WHERE id = ANY(${activities.map((activity) => activity.id)}::uuid[])`);
  });
}

function storedActivity(book: Book, person: Person, activity: Activity, start_time: Date): StoredActivity {
  const of = (what: What, field: string): Origin => ({
    what,
    field: `activity ${field}`,
    subject: person,
    activities: [activity],
  });
  const exact = (what: What, field: string, low: number, high: number): number =>
    book.exact(of(what, field), low, high);
  const distance_m = book.summable(of('activity', 'distance_m'), 1_000_000, 9_000_000);
  const moving_time_s = book.summable(of('activity', 'moving_time_s'), 100_000_000, 900_000_000);
  const pace = Math.floor((moving_time_s * 10_000) / distance_m + 0.5) / 10;
  const minutes = `${Math.floor(pace / 60)}:${String(Math.floor(pace % 60)).padStart(2, '0')}`;
  book.derived(of('pace', 'average_pace_s_per_km'), [...formsOf(pace).slice(0, 3), minutes]);
  const lap = (index: number): StoredActivity['laps'][number] => ({
    index,
    start_time: start_time.toISOString(),
    duration_s: exact('activity', 'laps.duration_s', 100, 900),
    moving_time_s: exact('activity', 'laps.moving_time_s', 100, 900),
    distance_m: exact('pace', 'laps.distance_m', 900, 5_000),
    average_speed_mps: exact('pace', 'laps.average_speed_mps', 2, 6),
    max_speed_mps: exact('pace', 'laps.max_speed_mps', 6, 9),
    average_heart_rate_bpm: exact('activity', 'laps.average_heart_rate_bpm', 100, 160),
    max_heart_rate_bpm: exact('activity', 'laps.max_heart_rate_bpm', 160, 200),
    average_cadence_spm: exact('activity', 'laps.average_cadence_spm', 150, 190),
    average_power_w: exact('activity', 'laps.average_power_w', 150, 300),
    elevation_gain_m: exact('activity', 'laps.elevation_gain_m', 1, 99),
    elevation_loss_m: exact('activity', 'laps.elevation_loss_m', 1, 99),
    calories_kcal: exact('activity', 'laps.calories_kcal', 50, 500),
  });
  return {
    id: activity.id,
    user_id: person.user_id,
    source: activity.source as StoredActivity['source'],
    external_id: book.text(of('activity', 'external_id')),
    sport_type: 'run',
    workout_type: null,
    name: `Run ${book.text(of('activity', 'name'))}`,
    description: `Felt ${book.text(of('activity', 'description'))}.`,
    start_time,
    timezone: 'Asia/Taipei',
    duration_s: book.summable(of('activity', 'duration_s'), 100_000_000, 900_000_000),
    moving_time_s,
    distance_m,
    elevation_gain_m: exact('activity', 'elevation_gain_m', 1, 900),
    elevation_loss_m: exact('activity', 'elevation_loss_m', 1, 900),
    average_speed_mps: exact('pace', 'average_speed_mps', 2, 6),
    max_speed_mps: exact('pace', 'max_speed_mps', 6, 9),
    average_heart_rate_bpm: exact('activity', 'average_heart_rate_bpm', 100, 160),
    max_heart_rate_bpm: exact('activity', 'max_heart_rate_bpm', 160, 200),
    average_cadence_spm: exact('activity', 'average_cadence_spm', 150, 190),
    average_power_w: exact('activity', 'average_power_w', 150, 300),
    calories_kcal: exact('activity', 'calories_kcal', 100, 900),
    training_load: book.summable(of('load', 'training_load'), 100_000_000, 900_000_000),
    vdot: exact('pace', 'vdot', 30, 60),
    laps: [lap(1), lap(2)],
    best_efforts: [
      {
        name: book.text(of('best_efforts', 'best_efforts.name')),
        distance_m: exact('best_efforts', 'best_efforts.distance_m', 400, 10_000),
        duration_s: exact('best_efforts', 'best_efforts.duration_s', 60, 3_000),
        start_offset_s: exact('best_efforts', 'best_efforts.start_offset_s', 1, 900),
      },
    ],
    start_latlng: [exact('map', 'latitude', 21, 26), exact('map', 'longitude', 119, 122)],
    map_polyline: book.text(of('map', 'map_polyline')),
    device_name: book.text(of('activity', 'device_name')),
    // No platform says either: the athlete does.
    is_race: false,
    private: false,
    created_at: start_time,
    updated_at: start_time,
  };
}

function streamsOf(book: Book, subject: Person, activity: Activity) {
  const value = (what: What, column: string, low: number, high: number): number =>
    book.exact({ what, field: `stream of ${column}`, subject, activities: [activity] }, low, high);
  return {
    time_s: [0, 1],
    distance_m: [0, value('stream_motion', 'distance', 1, 9)],
    latlng: [0, 1].map((): [number, number] => [
      value('stream_track', 'latitude', 21, 26),
      value('stream_track', 'longitude', 119, 122),
    ]),
    altitude_m: [value('stream', 'altitude', 1, 900), null],
    speed_mps: [value('stream_motion', 'speed', 2, 9), null],
    heart_rate_bpm: [value('stream', 'heart rate', 90, 200), null],
  };
}

type Made = { readonly activity: Activity; readonly stored: StoredActivity };

/** There are so many sums that shorter ones are met by chance: one in 40,000 answers had the six digits of another's. */
const FEWEST_DIGITS = 7;

/** Of any two or more of them: a sum shows that each of them was counted. */
function bookSums(book: Book, subject: Person, made: readonly Made[]): void {
  for (let bits = 1; bits < 2 ** made.length; bits += 1) {
    const chosen = made.filter((_, place) => (bits >> place) & 1);
    if (chosen.length < 2) continue;
    const activities = chosen.map(({ activity }) => activity);
    const sum = (name: 'distance_m' | 'duration_s' | 'moving_time_s' | 'training_load'): string[] =>
      formsOf(chosen.reduce((total, { stored }) => total + (stored[name] ?? 0), 0)).filter(
        (form) => !/\.\d{2}/.test(form) && form.replace('.', '').length >= FEWEST_DIGITS,
      );
    for (const name of ['distance_m', 'duration_s', 'moving_time_s'] as const)
      book.derived({ what: 'activity', field: `sum of ${name}`, subject, activities }, sum(name));
    book.derived({ what: 'load', field: 'sum of training_load', subject, activities }, sum('training_load'));
  }
}

function healthOf(book: Book, subject: Person, now: Date) {
  const value = (what: What, field: string, low: number, high: number): number =>
    book.exact({ what, field: `health ${field}`, subject }, low, high);
  const day = (ago: number): string => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return [1, 2].map((ago) => ({
    source: 'garmin' as const,
    day: day(ago),
    heart_rate: {
      resting_bpm: value('health', 'resting_bpm', 40, 60),
      min_bpm: value('health', 'min_bpm', 35, 50),
      max_bpm: value('health', 'max_bpm', 150, 200),
      average_bpm: value('health', 'average_bpm', 60, 80),
    },
    hrv: {
      rmssd_ms: value('health', 'rmssd_ms', 30, 80),
      highest_5_min_rmssd_ms: value('health', 'highest_5_min_rmssd_ms', 50, 90),
      sdnn_ms: null,
    },
    activity: {
      steps: value('health_activity', 'steps', 9_000, 20_000),
      distance_m: value('health_activity', 'distance_m', 9_000, 20_000),
      active_energy_kcal: value('health_activity', 'active_energy_kcal', 100, 900),
      resting_energy_kcal: null,
      active_time_s: null,
      moderate_intensity_s: null,
      vigorous_intensity_s: null,
      floors_climbed: null,
      average_stress: value('health_activity', 'average_stress', 20, 60),
      max_stress: null,
    },
  }));
}

/** A plan that a club has given an athlete. @returns the ids of what it saved and of what the athlete follows */
export async function plantPlan(
  stage: LeakStage,
  book: Book,
  { club, person }: { club: Club; person: Person },
): Promise<void> {
  const now = stage.deps.clock.now();
  const start_date = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  const of = (what: What, field: string): Origin => ({ what, field: `plan ${field}`, subject: person, club });
  const workout = (saved: boolean) => ({
    week_number: 1,
    date: start_date,
    day: WEEKDAYS[new Date(start_date).getUTCDay()],
    phase: 'build',
    workout_type: 'tempo',
    title: 'Tempo',
    description: saved ? 'Steady.' : book.text(of('plan_computed', 'workout description')),
    text_source: 'written',
    ...(saved ? {} : { notes: book.text(of('plan_computed', 'workout notes')) }),
    duration_s: 1_800,
    distance_m: 0,
    segments: [
      {
        kind: 'work',
        duration_s: 1_800,
        target: {
          type: 'pace',
          zone: 'threshold',
          min: saved ? null : book.exact(of('plan_computed', 'target min'), 200, 250),
          max: saved ? null : book.exact(of('plan_computed', 'target max'), 251, 300),
        },
        ...(saved ? {} : { note: book.text(of('plan_computed', 'note')) }),
      },
    ],
    source: 'generated',
  });
  const week = { phase: 'build', focus: 'Threshold', total_duration_s: 1_800, workout_count: 1 };
  const own = {
    '1': {
      ...week,
      notes: book.text(of('plan_computed', 'notes of a week')),
      total_distance_m: book.exact(of('plan_computed', 'week distance'), 5_000, 9_000),
      training_distance_m: book.exact(of('plan_computed', 'training distance of a week'), 5_000, 9_000),
      race_distance_m: book.exact(of('plan_computed', 'race distance of a week'), 5_000, 9_000),
    },
  };
  const [saved_id, own_id, workout_id] = [randomUUID(), randomUUID(), randomUUID()];
  const title = book.text({ what: 'planning', field: 'plan title', subject: person, club });
  const savedWeeks = { '1': { ...week, total_distance_m: 0, training_distance_m: 0, race_distance_m: 0 } };
  const { db } = stage.deps;
  await db.execute(sql`
    INSERT INTO plans (id, org_id, title, start_date, weeks, weekly_info, workouts, engine, created_at, updated_at)
    VALUES (${saved_id}, ${club.org_id}, ${title}, ${start_date}, 1, ${JSON.stringify(savedWeeks)},
      ${JSON.stringify([{ ...workout(true), id: workout_id }])}, 'rules', ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO plan_assignments (id, org_id, plan_id, user_id, start_date, weeks, weekly_info, workouts, assigned_at, updated_at)
    VALUES (${own_id}, ${club.org_id}, ${saved_id}, ${person.user_id}, ${start_date}, 1, ${JSON.stringify(own)},
      ${JSON.stringify([{ ...workout(false), id: workout_id }])}, ${now}, ${now})`);
  const note = book.text({ what: 'feedback', field: 'note on a planned workout', subject: person, club });
  const said_at = JSON.stringify({ note: now.toISOString() });
  await db.execute(sql`
    INSERT INTO feedback (user_id, org_id, saved_plan_id, plan_id, workout_id, workout_date, note, said_at, told_at, last_at,
      created_at, updated_at)
    VALUES (${person.user_id}, ${club.org_id}, ${saved_id}, ${own_id}, ${workout_id}, ${start_date}, ${note}, ${said_at}::jsonb,
      ${now}, ${now}, ${now}, ${now})`);
  club.ids.plan_id?.push(saved_id, own_id);
  club.ids.workout_id?.push(workout_id);
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
