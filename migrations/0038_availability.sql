-- Days and parts of days on which somebody cannot train, travels, or has only so many minutes: dated, with both ends, or of every week
-- between the ends, either of which may be open.
CREATE TABLE availability_entries (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('unavailable', 'travelling', 'limited')),
  part        text NOT NULL CHECK (part IN ('day', 'morning', 'afternoon', 'evening')),
  -- How long one can train; of 'limited' alone.
  minutes     integer CHECK (minutes > 0),
  -- Null: dated.
  weekdays    text[] CHECK (cardinality(weekdays) BETWEEN 1 AND 7),
  from_day    date,
  to_day      date,
  reason      text,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  CHECK ((kind = 'limited') = (minutes IS NOT NULL)),
  CHECK (weekdays IS NOT NULL OR (from_day IS NOT NULL AND to_day IS NOT NULL)),
  CHECK (from_day <= to_day)
);
CREATE INDEX availability_entries_user_idx ON availability_entries (user_id, created_at, id);

-- What hurts, and how much running it allows; until further notice where there is no last day.
CREATE TABLE injuries (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('injury', 'illness')),
  area        text NOT NULL,
  from_day    date NOT NULL,
  to_day      date,
  running     text NOT NULL CHECK (running IN ('none', 'easy_only', 'no_hills', 'no_speed')),
  note        text,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  CHECK (from_day <= to_day)
);
CREATE INDEX injuries_user_idx ON injuries (user_id, created_at, id);

-- Which kinds of reads there are is said by the server (`READ_KINDS`) alone: what athletes tell comes in more kinds.
ALTER TABLE data_reads DROP CONSTRAINT data_reads_kind_check;
ALTER TABLE data_reads ADD CONSTRAINT data_reads_kind_check CHECK (kind ~ '^[a-z_]{1,40}$');
