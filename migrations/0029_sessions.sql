-- Who is signed in where. A session that has ended is no row any more: its refresh tokens and its access tokens lead nowhere.
CREATE TABLE sessions (
  session_id      uuid PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A refresh token has two halves of 256 bits: one that all tokens of the session share, and one of its own. Of the first,
  -- and of the second halves of the last two tokens, SHA-256.
  family_hash     bytea NOT NULL UNIQUE,
  current_hash    bytea NOT NULL,
  previous_hash   bytea,
  -- The current half is the HMAC-SHA256 of this under the previous one, so that whoever sends that again gets the same answer.
  successor_salt  bytea,
  rotated_at      timestamptz,
  created_at      timestamptz NOT NULL,
  last_seen_at    timestamptz NOT NULL,
  -- What the client said it is (User-Agent), and from where it last signed in or refreshed.
  device          text,
  address         text NOT NULL,
  CHECK ((previous_hash IS NULL) = (successor_salt IS NULL) AND (previous_hash IS NULL) = (rotated_at IS NULL))
);
CREATE INDEX sessions_user_idx ON sessions (user_id, created_at DESC, session_id DESC);
CREATE INDEX sessions_last_seen_idx ON sessions (last_seen_at);

-- Access tokens from before there were sessions name none. They run out by themselves, or end with a change that leaves one
-- session only.
ALTER TABLE user_credentials ADD COLUMN needs_session boolean NOT NULL DEFAULT false;

-- From which network the sign-in of an e-mail address failed; null: before this was known, and so for every network.
ALTER TABLE login_failures ADD COLUMN network text;

-- Where somebody has signed in or set a password: there the failures of strangers keep nobody out.
CREATE TABLE known_networks (
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  network       text NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, network)
);
CREATE INDEX known_networks_last_seen_idx ON known_networks (last_seen_at);

-- Addresses that people want to have instead of theirs, until they have proven them.
CREATE TABLE email_changes (
  token_hash  bytea PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  new_email   text NOT NULL,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX email_changes_user_idx ON email_changes (user_id, created_at);
CREATE INDEX email_changes_new_email_idx ON email_changes (lower(new_email), created_at);
