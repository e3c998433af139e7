-- What an archive holds, so that a download can look whether it is still open; and who read what of an athlete.

ALTER TABLE export_jobs
  -- Lists of names: what archives show of some of their athletes (export_athletes.shown says which list is whose).
  ADD COLUMN shown        jsonb,
  -- What was seen when the archive was made: changes that are not in it came later.
  ADD COLUMN snapshot     pg_snapshot,
  ADD COLUMN snapshot_at  timestamptz,
  -- Counts for each source and reason.
  ADD COLUMN left_out     jsonb,
  -- Since when it is known that the archive must not be handed out any more.
  ADD COLUMN withdrawn_at timestamptz;
-- Nobody knows who is in the archives that were made before. They end now, and the clean-up removes them.
UPDATE export_jobs SET expires_at = now() WHERE status = 'completed' AND expires_at > now();

-- Who is in which archive. It outlives the record of the export: an athlete still sees later what was taken out.
CREATE TABLE export_athletes (
  export_id   uuid NOT NULL,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The position of a list in export_jobs.shown.
  shown       smallint NOT NULL,
  exported_at timestamptz NOT NULL,
  PRIMARY KEY (export_id, user_id)
);
CREATE INDEX export_athletes_user_idx ON export_athletes (user_id, exported_at DESC, export_id DESC);

-- Activities that were shown and are shown less since: kept for as long as an archive may hold them.
CREATE TABLE activity_closings (
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  start_time  timestamptz NOT NULL,
  -- When the activity was stored: what came after an archive is not in it.
  stored_at   timestamptz NOT NULL,
  -- Deleted or private now. If not, it is a race or of this source now.
  gone        boolean NOT NULL,
  is_race     boolean NOT NULL,
  source      text NOT NULL,
  closed_in   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  closed_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX activity_closings_user_idx ON activity_closings (user_id);
CREATE INDEX activity_closings_time_idx ON activity_closings (closed_at);

CREATE FUNCTION note_closed_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_closings (user_id, start_time, stored_at, gone, is_race, source)
  VALUES (OLD.user_id, OLD.start_time, OLD.created_at, NEW.private, NEW.is_race, NEW.source);
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_closed AFTER UPDATE OF private, is_race, source ON activities
  FOR EACH ROW WHEN (
    (NEW.private AND NOT OLD.private) OR (NEW.is_race AND NOT OLD.is_race) OR NEW.source <> OLD.source
  ) EXECUTE FUNCTION note_closed_activity();

CREATE FUNCTION note_deleted_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Activities that go with their owner are in no archive any more: those are withdrawn with the account.
  INSERT INTO activity_closings (user_id, start_time, stored_at, gone, is_race, source)
  SELECT d.user_id, d.start_time, d.created_at, true, d.is_race, d.source
  FROM deleted d WHERE NOT d.private AND EXISTS (SELECT FROM users u WHERE u.user_id = d.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_deleted AFTER DELETE ON activities
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_activities();

-- Who read what of an athlete, a row for each reader, kind of data and day (UTC).
CREATE TABLE data_reads (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- No foreign keys: what was read stays so when the organization, its key or its coach is gone.
  org_id      uuid NOT NULL,
  reader_type text NOT NULL CHECK (reader_type IN ('api_key', 'user')),
  reader_id   uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('profile', 'activities', 'plans', 'health')),
  day         date NOT NULL,
  first_at    timestamptz NOT NULL,
  last_at     timestamptz NOT NULL,
  times       integer NOT NULL,
  UNIQUE (user_id, day, org_id, reader_id, kind)
);
CREATE INDEX data_reads_user_idx ON data_reads (user_id, first_at DESC, id DESC);
CREATE INDEX data_reads_day_idx ON data_reads (day);
CREATE INDEX data_reads_reader_idx ON data_reads (reader_id, id) WHERE reader_type = 'user';
