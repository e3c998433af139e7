-- The notification centre. A row says what was said to one person, in their language at that time.

CREATE TABLE notifications (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  category    text NOT NULL CHECK (category IN ('training', 'team', 'social', 'achievements', 'reminders')),
  type        text NOT NULL,
  -- What it is about, such as the id of an export: said to each person once, however often the event is heard.
  subject     text NOT NULL,
  title       text NOT NULL,
  message     text NOT NULL,
  data        jsonb NOT NULL,
  is_read     boolean NOT NULL DEFAULT false,
  -- Whole milliseconds, each of them once a person (the writer takes the next free one): so the time alone, which is what
  -- the centre pages by, neither skips nor repeats any.
  created_at  timestamptz(3) NOT NULL,
  UNIQUE (user_id, created_at),
  UNIQUE (user_id, type, subject)
);
