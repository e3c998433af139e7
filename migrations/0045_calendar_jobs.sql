-- Changes of the plans of more athletes than one request waits for, and their undoing: a worker makes them a few athletes at a time. Kept as
-- long as they can be undone.
CREATE TABLE calendar_jobs (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  created_by    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind          text NOT NULL CHECK (kind IN ('action', 'undo')),
  -- What is changed, or taken back; null where it is only tried.
  action_id     uuid REFERENCES calendar_actions ON DELETE CASCADE,
  -- What was asked, without the athletes; of an undo what is undone.
  request       json NOT NULL,
  -- The workouts that are copied, as they were when it was asked.
  source        json NOT NULL,
  -- Who was asked for and is no athlete of the organization.
  refused       jsonb NOT NULL,
  -- The token that undoes it, in a sealed box; null where there is nothing to undo.
  undo_token    bytea,
  created_at    timestamptz NOT NULL,
  finished_at   timestamptz,
  -- Why it ended before all was done.
  failure       text CHECK (failure IN ('forbidden')),
  CHECK (failure IS NULL OR finished_at IS NOT NULL)
);
CREATE INDEX calendar_jobs_created_idx ON calendar_jobs (created_at);
CREATE INDEX calendar_jobs_org_idx ON calendar_jobs (org_id);
CREATE INDEX calendar_jobs_by_idx ON calendar_jobs (created_by);
CREATE INDEX calendar_jobs_action_idx ON calendar_jobs (action_id) WHERE action_id IS NOT NULL;

CREATE TABLE calendar_job_athletes (
  job_id    uuid NOT NULL REFERENCES calendar_jobs ON DELETE CASCADE,
  user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What was changed and what was not, and why; null until it is their turn.
  outcome   json,
  PRIMARY KEY (job_id, user_id)
);
CREATE INDEX calendar_job_athletes_user_idx ON calendar_job_athletes (user_id);
