-- Which instance this database is of, and how far it has come: the object store keeps the highest mark that it has seen of it, so that a
-- database that was restored from an old copy, or that is another's, does not go on with files that are newer or not its own.
CREATE TABLE instance (
  is_only   boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id        uuid NOT NULL DEFAULT gen_random_uuid(),
  mark      bigint NOT NULL DEFAULT 0,
  marked_at timestamptz
);
INSERT INTO instance DEFAULT VALUES;
