-- Drafts of plans that coaches work on, each coach's own; nobody else reads them. Kept for 90 days since they were last changed.
CREATE TABLE plan_drafts (
  id          uuid PRIMARY KEY,
  org_id      uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  created_by  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- For whom it is, where it is for somebody.
  athlete_id  uuid REFERENCES users ON DELETE SET NULL,
  title       text NOT NULL,
  draft       text NOT NULL,
  -- What the editor has in its form, and what was said of the draft while it was worked on.
  form        json NOT NULL,
  remarks     json NOT NULL,
  -- One more with each change.
  revision    integer NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL
);
CREATE INDEX plan_drafts_own_idx ON plan_drafts (org_id, created_by, updated_at, id);
CREATE INDEX plan_drafts_by_idx ON plan_drafts (created_by);
CREATE INDEX plan_drafts_athlete_idx ON plan_drafts (athlete_id);
CREATE INDEX plan_drafts_updated_idx ON plan_drafts (updated_at);
