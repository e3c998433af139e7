-- Training plans: as a coach saved one for the organization, and as each athlete follows it.

CREATE TABLE plans (
  id           uuid PRIMARY KEY,
  org_id       uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  title        text NOT NULL,
  -- The first day of week 1: each week has seven days from here, whatever weekday this is.
  start_date   date NOT NULL CHECK (start_date BETWEEN '1970-01-01' AND '9999-01-01'),
  weeks        integer NOT NULL CHECK (weeks BETWEEN 1 AND 52),
  -- json, not jsonb: read whole, never searched.
  weekly_info  json NOT NULL CHECK (json_typeof(weekly_info) = 'object'),
  workouts     json NOT NULL CHECK (json_typeof(workouts) = 'array'),
  -- What made it: rules, or the model by name.
  engine       text NOT NULL,
  created_by   uuid REFERENCES users ON DELETE SET NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  UNIQUE (org_id, id)
);
CREATE INDEX plans_org_idx ON plans (org_id, created_at DESC, id DESC);
CREATE INDEX plans_created_by_idx ON plans (created_by) WHERE created_by IS NOT NULL;

-- A plan as one athlete follows it, with days, workouts and sums of their own, since the paces are. Both foreign keys
-- carry org_id, so that a plan can only be given to members of its own organization.
CREATE TABLE plan_assignments (
  id           uuid PRIMARY KEY,
  org_id       uuid NOT NULL,
  plan_id      uuid NOT NULL,
  user_id      uuid NOT NULL,
  start_date   date NOT NULL CHECK (start_date BETWEEN '1970-01-01' AND '9999-01-01'),
  weeks        integer NOT NULL CHECK (weeks BETWEEN 1 AND 52),
  end_date     date NOT NULL GENERATED ALWAYS AS (start_date + weeks * 7 - 1) STORED,
  weekly_info  json NOT NULL CHECK (json_typeof(weekly_info) = 'object'),
  workouts     json NOT NULL CHECK (json_typeof(workouts) = 'array'),
  assigned_at  timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  -- When the coach took it back or the athlete left. Null while it is in force and after its last day.
  ended_at     timestamptz,
  FOREIGN KEY (org_id, plan_id) REFERENCES plans (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id) ON DELETE CASCADE
);
-- Every list is one athlete's, the latest start first, then id.
CREATE INDEX plan_assignments_athlete_idx ON plan_assignments (org_id, user_id, start_date DESC, id DESC);
CREATE INDEX plan_assignments_plan_idx ON plan_assignments (org_id, plan_id);
