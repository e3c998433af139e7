-- What clients name their writes by (the header Idempotency-Key), so that one that is sent again is not done again. `result` holds the
-- ids of what the write made, never what somebody wrote. Kept for 30 days.
CREATE TABLE write_keys (
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  key          text NOT NULL,
  -- SHA-256 of method, address and body: the same key with another request is refused.
  fingerprint  bytea NOT NULL,
  -- Null only inside of the transaction that does the write.
  result       jsonb,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX write_keys_created_idx ON write_keys (created_at);
