-- Each workout is shown once, whoever tells of it.

-- What one source told of one workout: a platform, a phone, an uploaded file. An activity is what its records say together,
-- and what its athlete changed by hand.
CREATE TABLE activity_records (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Null: the athlete deleted the workout. The record stays, with nothing but what it is recognised by, so that the next word
  -- of it does not bring it back.
  activity_id  uuid REFERENCES activities ON DELETE CASCADE,
  source       text NOT NULL
               CHECK (source IN ('strava', 'garmin', 'apple_health', 'coros', 'upload', 'manual')),
  -- The source's own id of it; null for uploads and what was entered by hand.
  external_id  text,
  -- What it is called whenever it comes: the source with its id, or the recording with the place in it.
  key          text NOT NULL,
  file_id      uuid REFERENCES activity_files ON DELETE SET NULL,
  sport_type   text NOT NULL,
  start_time   timestamptz NOT NULL,
  -- How far the start can be relied on: that moment, only the day, or the time of a wall clock as if it were UTC.
  start_is     text NOT NULL CHECK (start_is IN ('exact', 'day', 'local')),
  -- As the source gives it.
  timezone     text,
  duration_s   measure NOT NULL,
  distance_m   measure,
  -- Of a source whose words come out of order: a smaller one is older.
  edition      double precision,
  -- The rest. json, not jsonb: read whole. Null once the athlete deleted the workout.
  told         json,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  UNIQUE (user_id, key),
  CHECK ((activity_id IS NULL) = (told IS NULL))
);
-- Which records are near each other in time.
CREATE INDEX activity_records_start_idx ON activity_records (user_id, start_time);
CREATE INDEX activity_records_activity_idx ON activity_records (activity_id) WHERE activity_id IS NOT NULL;
CREATE INDEX activity_records_file_idx ON activity_records (file_id) WHERE file_id IS NOT NULL;

-- So far each activity came from one source: its record has its id. Marks were set by hand.
INSERT INTO activity_records (id, user_id, activity_id, source, external_id, key, file_id, sport_type, start_time, start_is,
  timezone, duration_s, distance_m, told, created_at, updated_at)
SELECT a.id, a.user_id, a.id, a.source, a.external_id,
  CASE
    WHEN a.external_id IS NOT NULL THEN a.source || ':' || a.external_id
    WHEN f.id IS NULL THEN a.source || '::' || a.id
    ELSE a.source || '::' || encode(f.recording_sha256, 'hex') || ':'
      || row_number() OVER (PARTITION BY f.id ORDER BY a.start_time, a.id) - 1
  END,
  f.id, a.sport_type, a.start_time, 'exact', a.timezone, a.duration_s, a.distance_m, json_build_object(
    'average_cadence_spm', a.average_cadence_spm, 'average_heart_rate_bpm', a.average_heart_rate_bpm,
    'average_power_w', a.average_power_w, 'average_speed_mps', a.average_speed_mps, 'best_efforts', a.best_efforts,
    'calories_kcal', a.calories_kcal, 'description', a.description, 'device_name', a.device_name,
    'elevation_gain_m', a.elevation_gain_m, 'elevation_loss_m', a.elevation_loss_m, 'is_race', false, 'laps', a.laps,
    'map_polyline', a.map_polyline, 'max_heart_rate_bpm', a.max_heart_rate_bpm, 'max_speed_mps', a.max_speed_mps,
    'moving_time_s', a.moving_time_s, 'name', a.name, 'private', false, 'start_latlng', a.start_latlng,
    'workout_type', a.workout_type),
  a.created_at, a.updated_at
FROM activities a LEFT JOIN activity_files f ON f.id = a.file_id;

-- Samples are of a record: when two are taken apart, each has its own again.
ALTER TABLE activity_streams DROP CONSTRAINT activity_streams_activity_id_fkey;
ALTER TABLE activity_streams RENAME COLUMN activity_id TO record_id;
ALTER TABLE activity_streams ADD FOREIGN KEY (record_id) REFERENCES activity_records ON DELETE CASCADE;

ALTER TABLE activities
  -- The record whose samples are shown.
  ADD COLUMN streams_of uuid,
  -- What the athlete set by hand, by field.
  ADD COLUMN edits json NOT NULL DEFAULT '{}';
UPDATE activities a SET
  streams_of = (SELECT s.record_id FROM activity_streams s WHERE s.record_id = a.id),
  edits = (SELECT coalesce(json_object_agg(mark, true), '{}')
    FROM (VALUES ('private', a.private), ('is_race', a.is_race)) AS marks(mark, is_set) WHERE is_set)
WHERE a.private OR a.is_race OR EXISTS (SELECT FROM activity_streams s WHERE s.record_id = a.id);
-- Both are the records' now.
DROP INDEX activities_external_key;
DROP INDEX activities_file_idx;
ALTER TABLE activities DROP COLUMN file_id;

-- Two records that the athlete said are of one workout, or are not.
CREATE TABLE activity_rulings (
  user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  record_a  uuid NOT NULL REFERENCES activity_records ON DELETE CASCADE,
  record_b  uuid NOT NULL REFERENCES activity_records ON DELETE CASCADE,
  same      boolean NOT NULL,
  ruled_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, record_a, record_b),
  CHECK (record_a < record_b)
);
CREATE INDEX activity_rulings_a_idx ON activity_rulings (record_a);
CREATE INDEX activity_rulings_b_idx ON activity_rulings (record_b);
