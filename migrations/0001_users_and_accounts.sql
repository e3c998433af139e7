-- Who a person is (users), how they prove it (user_credentials), and the short-lived records of signing up and in.

CREATE TABLE users (
  user_id            uuid PRIMARY KEY,
  email              text NOT NULL,
  username           text NOT NULL,
  display_name       text,
  first_name         text,
  last_name          text,
  bio                text,
  profile_image_url  text,
  status             text NOT NULL DEFAULT 'active'
                     CHECK (status IN ('active', 'inactive', 'suspended', 'pending', 'deactivated')),
  membership_role    text NOT NULL DEFAULT 'athlete' CHECK (membership_role IN ('athlete', 'coach')),
  is_platform_admin  boolean NOT NULL DEFAULT false,
  is_verified        boolean NOT NULL DEFAULT false,
  preferences            jsonb NOT NULL,
  notification_settings  jsonb NOT NULL,
  privacy                jsonb NOT NULL,
  zones                  jsonb NOT NULL DEFAULT '{}',
  subscription           jsonb NOT NULL,
  -- The client the account was made with, as it named itself.
  signup_platform    text,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  last_login_at      timestamptz
);
-- E-mails and user names are stored as typed and compared regardless of case.
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE UNIQUE INDEX users_username_key ON users (lower(username));

CREATE TABLE user_credentials (
  user_id              uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  password_hash        text,
  -- Access tokens issued before this instant are refused (password reset, suspension).
  tokens_valid_from    timestamptz NOT NULL,
  password_changed_at  timestamptz
);

CREATE TABLE email_verifications (
  token_hash  bytea PRIMARY KEY,
  email       text NOT NULL,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX email_verifications_email_idx ON email_verifications (lower(email), created_at);

-- Failed sign-ins, counted per e-mail and per client address; rows older than the window are swept.
CREATE TABLE login_failures (
  subject     text NOT NULL,
  failed_at   timestamptz NOT NULL
);
CREATE INDEX login_failures_subject_idx ON login_failures (subject, failed_at);
