-- Club sessions: dated, with a place and perhaps a workout; who answered what, and who came. `sessions` are sign-ins.

-- What is the same for all occurrences: when they repeat. Each occurrence is a row of club_sessions.
CREATE TABLE club_session_series (
  id              uuid PRIMARY KEY,
  org_id          uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  weekdays        text[] NOT NULL,
  interval_weeks  integer NOT NULL CHECK (interval_weeks BETWEEN 1 AND 52),
  -- The last day, where the rule has one; else how many there are.
  until           date,
  occurrences     integer,
  created_at      timestamptz NOT NULL,
  UNIQUE (org_id, id),
  CHECK ((until IS NULL) <> (occurrences IS NULL))
);

CREATE TABLE club_sessions (
  id              uuid PRIMARY KEY,
  org_id          uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  series_id       uuid,
  -- The day on which the rule has it, wherever it was moved to since.
  series_date     date,
  -- Changed by itself, so that its time stays when all that follow are moved.
  is_exception    boolean NOT NULL DEFAULT false,
  title           text NOT NULL,
  description     text NOT NULL,
  starts_at       timestamptz NOT NULL,
  -- An IANA name: the clock of the place.
  timezone        text NOT NULL,
  duration_s      integer NOT NULL,
  place           text NOT NULL,
  latitude_deg    double precision,
  longitude_deg   double precision,
  capacity        integer CHECK (capacity > 0),
  answer_until    timestamptz,
  coach_user_id   uuid REFERENCES users ON DELETE SET NULL,
  -- Null: the whole roster. Groups that were deleted have nobody in them.
  audience_groups uuid[],
  -- {workout_type, segments, groups: [{name, group_id, segments}]}: nobody's paces.
  workout         jsonb,
  cancelled_at    timestamptz,
  cancel_reason   text,
  -- For calendars: grows with each change that they are to take note of.
  revision        integer NOT NULL DEFAULT 0,
  -- Null while the reminder is still to be sent.
  reminded_at     timestamptz,
  created_by      uuid REFERENCES users ON DELETE SET NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  UNIQUE (org_id, id),
  FOREIGN KEY (org_id, series_id) REFERENCES club_session_series (org_id, id) ON DELETE CASCADE,
  CHECK ((series_id IS NULL) = (series_date IS NULL)),
  CHECK ((latitude_deg IS NULL) = (longitude_deg IS NULL))
);
CREATE INDEX club_sessions_start_idx ON club_sessions (org_id, starts_at, id);
CREATE INDEX club_sessions_series_idx ON club_sessions (org_id, series_id, series_date) WHERE series_id IS NOT NULL;
CREATE INDEX club_sessions_reminder_idx ON club_sessions (starts_at) WHERE reminded_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX club_sessions_coach_idx ON club_sessions (coach_user_id) WHERE coach_user_id IS NOT NULL;
CREATE INDEX club_sessions_created_by_idx ON club_sessions (created_by) WHERE created_by IS NOT NULL;

-- The order of the waiting lists: places are given out while the session's row is locked.
CREATE SEQUENCE club_session_queue;

CREATE TABLE club_session_answers (
  org_id              uuid NOT NULL,
  session_id          uuid NOT NULL,
  user_id             uuid NOT NULL,
  answer              text NOT NULL CHECK (answer IN ('yes', 'no', 'maybe')),
  -- By the clock of whoever answered, and never later than the server's when it came.
  answered_at         timestamptz NOT NULL,
  received_at         timestamptz NOT NULL,
  -- The coach who answered for them; null: they themselves.
  set_by              uuid REFERENCES users ON DELETE SET NULL,
  -- A yes beyond the capacity.
  waits               boolean NOT NULL DEFAULT false,
  queue_number        bigint,
  -- The name of one of the groups of the workout.
  workout_group       text,
  -- The planned workout that the athlete said the session stands for.
  replaces_plan_id    uuid,
  replaces_workout_id uuid,
  PRIMARY KEY (session_id, user_id),
  FOREIGN KEY (org_id, session_id) REFERENCES club_sessions (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id) ON DELETE CASCADE,
  CHECK (answer = 'yes' OR NOT waits),
  CHECK ((answer = 'yes') = (queue_number IS NOT NULL)),
  CHECK ((replaces_plan_id IS NULL) = (replaces_workout_id IS NULL)),
  CHECK (replaces_plan_id IS NULL OR answer = 'yes')
);
CREATE INDEX club_session_answers_user_idx ON club_session_answers (user_id, org_id, session_id);
CREATE INDEX club_session_answers_session_idx ON club_session_answers (org_id, session_id);
CREATE INDEX club_session_answers_queue_idx ON club_session_answers (session_id, queue_number) WHERE waits;
CREATE INDEX club_session_answers_set_by_idx ON club_session_answers (set_by) WHERE set_by IS NOT NULL;

-- Who came, tick by tick: the latest by the clock of whoever ticked holds, and all stay.
CREATE TABLE club_session_ticks (
  id          uuid PRIMARY KEY,
  org_id      uuid NOT NULL,
  session_id  uuid NOT NULL,
  user_id     uuid NOT NULL,
  came        boolean NOT NULL,
  ticked_at   timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  ticked_by   uuid REFERENCES users ON DELETE SET NULL,
  FOREIGN KEY (org_id, session_id) REFERENCES club_sessions (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX club_session_ticks_latest_idx ON club_session_ticks (session_id, user_id, ticked_at DESC, id DESC);
CREATE INDEX club_session_ticks_session_idx ON club_session_ticks (org_id, session_id);
CREATE INDEX club_session_ticks_user_idx ON club_session_ticks (user_id, org_id);
CREATE INDEX club_session_ticks_by_idx ON club_session_ticks (ticked_by) WHERE ticked_by IS NOT NULL;
