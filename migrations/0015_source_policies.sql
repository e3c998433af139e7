-- What the policies of sources ask for: that records go when their time is over, and that it is known by which rules they were
-- mixed.

ALTER TABLE activity_records
  -- Since when nothing of it may be kept: only its source and its name there are true then, so that it is not taken in anew.
  ADD COLUMN expired_at timestamptz;
CREATE INDEX activity_records_expiry_idx ON activity_records (source, created_at) WHERE expired_at IS NULL;

ALTER TABLE activities
  -- Where several sources tell of it: which of them could be mixed when it was merged.
  ADD COLUMN merged_under text;
-- Nobody knows.
UPDATE activities SET merged_under = '' WHERE id IN (
  SELECT activity_id FROM activity_records WHERE activity_id IS NOT NULL
  GROUP BY activity_id HAVING count(DISTINCT source) > 1);
-- For those merged under other rules than those in force.
CREATE INDEX activities_merged_under_idx ON activities (merged_under, user_id) WHERE merged_under IS NOT NULL;

ALTER TABLE health_days
  ADD COLUMN created_at timestamptz,
  -- As above: the day's parts and samples are gone, and none are taken in anew.
  ADD COLUMN expired_at timestamptz;
UPDATE health_days SET created_at = updated_at;
ALTER TABLE health_days ALTER COLUMN created_at SET NOT NULL;
CREATE INDEX health_days_expiry_idx ON health_days (source, created_at) WHERE expired_at IS NULL;
