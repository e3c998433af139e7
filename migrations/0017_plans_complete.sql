-- The workout library, what a coach plans by, and what a saved plan was made from.

CREATE TABLE library_workouts (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  title         text NOT NULL,
  description   text NOT NULL,
  workout_type  text NOT NULL,
  -- json, not jsonb: read whole, never searched. Targets name zones, so that each athlete runs it at their own pace.
  segments      json NOT NULL CHECK (json_typeof(segments) = 'array'),
  labels        text[] NOT NULL DEFAULT '{}',
  created_by    uuid REFERENCES users ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  UNIQUE (org_id, id)
);
CREATE INDEX library_workouts_org_idx ON library_workouts (org_id, created_at DESC, id DESC);
CREATE INDEX library_workouts_created_by_idx ON library_workouts (created_by) WHERE created_by IS NOT NULL;

-- What a coach trains people by, in their own words, wherever they coach.
CREATE TABLE coach_principles (
  user_id             uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  training_principle  text NOT NULL,
  updated_at          timestamptz NOT NULL
);

-- From what a plan was made, for whoever opens it again. Null in what was saved before.
ALTER TABLE plans
  ADD COLUMN experience_level text,
  ADD COLUMN goal json CHECK (json_typeof(goal) = 'object'),
  ADD COLUMN language text,
  ADD COLUMN description text;

-- With which paces the athlete's own copy was reckoned; null for an athlete of whom none are known.
ALTER TABLE plan_assignments ADD COLUMN vdot double precision;
-- Nobody follows the same plan twice at once.
CREATE UNIQUE INDEX plan_assignments_once_idx ON plan_assignments (plan_id, user_id) WHERE ended_at IS NULL;
-- The athlete's calendar: all that is in force, whoever gave it.
CREATE INDEX plan_assignments_user_idx ON plan_assignments (user_id, end_date) WHERE ended_at IS NULL;
