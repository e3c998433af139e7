-- The calendar of races of each athlete: those to come with what is aimed at, those run with what came of them.
CREATE TABLE races (
  id                 uuid PRIMARY KEY,
  user_id            uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  race_day           date NOT NULL,
  name               text NOT NULL,
  distance_m         double precision NOT NULL CHECK (distance_m > 0),
  priority           text NOT NULL CHECK (priority IN ('a', 'b', 'c')),
  target_time_s      integer CHECK (target_time_s > 0),
  result_time_s      integer CHECK (result_time_s > 0),
  result_place       integer CHECK (result_place > 0),
  result_conditions  text,
  -- The recording of the race. Races outlive it.
  activity_id        uuid REFERENCES activities ON DELETE SET NULL,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  CHECK (result_time_s IS NOT NULL OR (result_place IS NULL AND result_conditions IS NULL))
);
CREATE INDEX races_user_idx ON races (user_id, race_day DESC, id DESC);
-- No recording is that of two races.
CREATE UNIQUE INDEX races_activity_key ON races (activity_id) WHERE activity_id IS NOT NULL;
