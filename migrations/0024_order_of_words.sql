-- Which of two words of a platform is the later one, whatever the order in which they are worked off.

-- A post draws a number in the statement that stores it, a question before it is asked: of two words the higher number is later.
CREATE SEQUENCE platform_word_position;

ALTER TABLE webhook_deliveries ADD COLUMN position bigint;
UPDATE webhook_deliveries d SET position = o.position
FROM (
  SELECT id, nextval('platform_word_position') AS position
  FROM (SELECT id FROM webhook_deliveries ORDER BY received_at, id) AS waiting
) AS o
WHERE d.id = o.id;
ALTER TABLE webhook_deliveries
  ALTER COLUMN position SET NOT NULL,
  ALTER COLUMN position SET DEFAULT nextval('platform_word_position');
-- Up to which word all have been worked off.
CREATE INDEX webhook_deliveries_position_idx ON webhook_deliveries (position);

ALTER TABLE platform_errands
  -- Of the last word on it. Null: nobody has spoken of it.
  ADD COLUMN position bigint;

ALTER TABLE platform_connections
  -- Of the word that said what the athlete allows.
  ADD COLUMN scopes_position bigint;

ALTER TABLE activity_records
  -- Of the word that is stored. Null: it is of a source whose words come in order, such as a phone, or older than this column.
  ADD COLUMN position bigint,
  -- Until when it is hidden because of a word that nobody vouched for. In the past: it was.
  ADD COLUMN hidden_until timestamptz;

-- Workouts that a platform has deleted or hidden, and by which word: what was said of them before does not bring them back. A row
-- is kept until all that was accepted before it has been worked off.
CREATE TABLE platform_withdrawals (
  user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider         text NOT NULL,
  -- The platform's id of the workout.
  external_id      text NOT NULL,
  deleted_position bigint,
  hidden_position  bigint,
  withdrawn_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, provider, external_id)
);
CREATE INDEX platform_withdrawals_time_idx ON platform_withdrawals (withdrawn_at);
