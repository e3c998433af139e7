-- Which backups were made of this database, newest last: for the age of the last one. What is in them, their own manifests say.
CREATE TABLE backups (
  id              text PRIMARY KEY,
  -- A folder or s3://bucket/prefix, without credentials.
  place           text NOT NULL,
  scheduled       boolean NOT NULL,
  encrypted       boolean NOT NULL,
  -- What it holds is what was there then.
  snapshot_at     timestamptz NOT NULL,
  finished_at     timestamptz NOT NULL,
  row_count       bigint NOT NULL,
  object_count    bigint NOT NULL,
  -- Objects that rows name and that the store did not have.
  missing_objects bigint NOT NULL,
  -- All that it refers to, and of that what was not there from earlier backups.
  size_bytes      bigint NOT NULL,
  written_bytes   bigint NOT NULL
);

CREATE INDEX backups_finished ON backups (finished_at);
