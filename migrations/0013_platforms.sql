-- Connections to platforms, their deliveries, and what they tell of people's health.

ALTER TABLE platform_connections
  -- What the platform gave us to act for the athlete, encrypted. Null where none is needed, as for a phone.
  ADD COLUMN sealed_credentials bytea,
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
  -- When the athlete last changed them, as far as the platform says: what comes late is older.
  ADD COLUMN scopes_changed_at timestamptz,
  -- Whoever renews the credentials holds this until then: a platform forgets the old ones as soon as it gave new ones.
  ADD COLUMN renewing_until timestamptz;
-- A platform's person is one of ours only.
CREATE UNIQUE INDEX platform_connections_identity_key ON platform_connections (provider, provider_user_id)
  WHERE provider_user_id IS NOT NULL;

-- Athletes who are at a platform's consent page now.
CREATE TABLE connection_attempts (
  -- SHA-256 of what the platform will bring back: the csrf of a state, or a request token.
  key_hash     bytea PRIMARY KEY,
  provider     text NOT NULL,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Null: the app's own deep link.
  return_url   text,
  -- What the exchange will need besides, encrypted: a request token's secret, a PKCE verifier.
  sealed_secret bytea,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX connection_attempts_user_idx ON connection_attempts (user_id);
CREATE INDEX connection_attempts_expires_idx ON connection_attempts (expires_at);

-- The past of an athlete at a platform, brought over once.
CREATE TABLE backfills (
  user_id      uuid NOT NULL,
  provider     text NOT NULL,
  -- Of whom there: another person's past is not continued.
  provider_user_id text NOT NULL,
  -- What the athlete allowed when it began: who allows more gets all of it.
  scopes       text[] NOT NULL,
  from_time    timestamptz NOT NULL,
  until_time   timestamptz NOT NULL,
  -- How far it has come, in the provider's own words; null before the first step.
  cursor       json,
  -- Steps stored so far: of two workers at the same step, the second stores nothing.
  steps        integer NOT NULL DEFAULT 0,
  state        text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  -- Why it failed, or what of the past could not be had, for a person.
  reason       text,
  imported     integer NOT NULL DEFAULT 0,
  -- Workouts that made no sense and have no id to ask for them again; those that have one are errands.
  unreadable   integer NOT NULL DEFAULT 0,
  -- Failures since the last step.
  attempts     integer NOT NULL DEFAULT 0,
  not_before   timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, provider),
  FOREIGN KEY (user_id, provider) REFERENCES platform_connections ON DELETE CASCADE
);

-- What a platform has to be asked about because it said that something is new: a workout, what lies at an address, and
-- whether an athlete's consent stands.
CREATE TABLE platform_errands (
  user_id      uuid NOT NULL,
  provider     text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('workout', 'elsewhere', 'consent')),
  -- The platform's id of the workout; the SHA-256 of an address; nothing for the consent.
  subject      text NOT NULL,
  -- The address, encrypted: it may hold a token.
  sealed_place bytea,
  -- How often it was spoken of, and up to which time it was asked about: what was fetched before the last word is stale. Never:
  -- it came with the past.
  words        integer NOT NULL DEFAULT 1,
  words_done   integer NOT NULL DEFAULT 0,
  told_at      timestamptz NOT NULL,
  -- Failures since the last word.
  attempts     integer NOT NULL DEFAULT 0,
  not_before   timestamptz NOT NULL,
  -- Whether the last word was one that nobody has vouched for: it may be forged, and is asked about sparingly.
  is_hint      boolean NOT NULL DEFAULT false,
  -- Why it was given up, for the operator.
  given_up_because text,
  PRIMARY KEY (user_id, provider, kind, subject),
  FOREIGN KEY (user_id, provider) REFERENCES platform_connections ON DELETE CASCADE
);
CREATE INDEX platform_errands_open_idx ON platform_errands (not_before) WHERE words > words_done;
CREATE INDEX platform_errands_told_idx ON platform_errands (told_at) WHERE words = words_done;

-- Until when a platform wants no more requests from this server as a whole.
CREATE TABLE platform_pauses (
  provider     text PRIMARY KEY,
  paused_until timestamptz NOT NULL
);

-- What platforms posted to us, as it came: stored before it is answered, deleted once it is worked off.
CREATE TABLE webhook_deliveries (
  id           uuid PRIMARY KEY,
  provider     text NOT NULL,
  received_at  timestamptz NOT NULL,
  body         bytea NOT NULL,
  -- Whether nobody has vouched for it, by a signature or a key: it may be forged.
  is_hint      boolean NOT NULL DEFAULT false,
  -- How often working it off has failed.
  attempts     integer NOT NULL DEFAULT 0,
  -- How often it was begun since then, and came to no end: the process died of it, or with it.
  begun        integer NOT NULL DEFAULT 0,
  -- Not before this time: after a failure, or while somebody works on it.
  not_before   timestamptz NOT NULL,
  -- For whom of the platform's people it is worked off already, while it fails for others.
  applied_to   text[] NOT NULL DEFAULT '{}',
  -- Why it cannot be worked off, for the operator; null: it waits.
  set_aside_because text,
  set_aside_at timestamptz,
  -- Of what was set aside: whose it is, where it is one person's alone, so that it goes with them.
  user_id      uuid REFERENCES users ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (not_before, id) WHERE set_aside_at IS NULL;
CREATE INDEX webhook_deliveries_set_aside_idx ON webhook_deliveries (set_aside_at, id) WHERE set_aside_at IS NOT NULL;
CREATE INDEX webhook_deliveries_user_idx ON webhook_deliveries (user_id);

-- A day of somebody's health as one source tells of it: what was counted by day, the night before, and heart rate variability.
CREATE TABLE health_days (
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  source       text NOT NULL CHECK (source IN ('garmin', 'apple_health', 'coros')),
  -- The calendar day where they were.
  day          date NOT NULL,
  -- json, not jsonb: read whole. Each part carries the edition in which it was told, or null.
  activity     json,
  sleep        json,
  hrv          json,
  heart_rate   json,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, day, source)
);

-- Single measurements that a phone sends: beats a minute, and SDNN in milliseconds.
CREATE TABLE health_samples (
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('heart_rate_bpm', 'hrv_sdnn_ms')),
  taken_at     timestamptz NOT NULL,
  -- The app or device that measured, as the phone names it; empty where it does not say.
  origin       text NOT NULL DEFAULT '',
  value        measure NOT NULL,
  -- Where the value is the mean of a while, what it lay between.
  lowest       measure,
  highest      measure,
  -- The calendar day in the zone that its owner had set when it came.
  day          date NOT NULL,
  -- A phone sends the same again and again: of two that agree in all this, one is kept.
  PRIMARY KEY (user_id, kind, taken_at, origin, value)
);
CREATE INDEX health_samples_day_idx ON health_samples (user_id, day);
