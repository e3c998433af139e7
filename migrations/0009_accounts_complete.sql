-- The rest of accounts and profiles: identities of other issuers, password resets, and what the roster and the plan
-- engine want to know of a person.

-- Who a person is to an OpenID provider. An issuer and a subject together never change; an e-mail address may.
CREATE TABLE user_identities (
  issuer      text NOT NULL,
  subject     text NOT NULL,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX user_identities_user_idx ON user_identities (user_id);

CREATE TABLE password_resets (
  token_hash  bytea PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Of the job that made it: a job that runs twice makes one.
  request_id  uuid NOT NULL UNIQUE,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX password_resets_user_idx ON password_resets (user_id, created_at);

ALTER TABLE users
  ADD COLUMN gender text CHECK (gender IN ('female', 'male', 'non_binary')),
  ADD COLUMN birth_year smallint CHECK (birth_year BETWEEN 1900 AND 2100),
  ADD COLUMN mbti text CHECK (mbti ~ '^[EI][NS][FT][JP]$'),
  -- {name, date, distance_m, goal_time_s}
  ADD COLUMN next_race jsonb,
  -- Which platforms the person's app says are connected: {"apple_health": true}.
  ADD COLUMN integrations jsonb NOT NULL DEFAULT '{}';
