-- How many workouts were read from a file. What its owner deleted since is still in the file, so nobody else gets it any more. Null
-- for files of before, of which nobody knows.
ALTER TABLE activity_files ADD COLUMN activity_count integer;

-- Samples over time and uploaded files are read apart from the activities.
ALTER TABLE data_reads DROP CONSTRAINT data_reads_kind_check;
ALTER TABLE data_reads ADD CONSTRAINT data_reads_kind_check
  CHECK (kind IN ('profile', 'activities', 'streams', 'files', 'plans', 'health'));

-- The secret link by which somebody's calendar program reads their plans: one a person. Of the link only this is stored.
CREATE TABLE calendar_links (
  user_id    uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
