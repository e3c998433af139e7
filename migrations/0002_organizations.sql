-- Organizations with coaches, members, groups, API keys and the audit log.

CREATE TABLE organizations (
  org_id              uuid PRIMARY KEY,
  org_name            text NOT NULL,
  description         text NOT NULL DEFAULT '',
  head_coach_user_id  uuid NOT NULL REFERENCES users,
  settings            jsonb NOT NULL DEFAULT '{}',
  tier                text NOT NULL CHECK (tier IN ('free', 'coach', 'club')),
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL
);
CREATE UNIQUE INDEX organizations_name_key ON organizations (lower(org_name));
CREATE INDEX organizations_head_coach_idx ON organizations (head_coach_user_id);

-- The coaches beside the head coach.
CREATE TABLE organization_coaches (
  org_id    uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role      text NOT NULL CHECK (role IN ('admin', 'assistant_coach')),
  added_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
CREATE INDEX organization_coaches_user_idx ON organization_coaches (user_id);

-- A member who leaves keeps the row, with left_at set: exports name the reason, and joining again is an update.
CREATE TABLE organization_members (
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  display_name  text,
  member_level  text,
  labels        text[] NOT NULL DEFAULT '{}',
  status        text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'suspended')),
  coach_id      uuid REFERENCES users ON DELETE SET NULL,
  joined_at     timestamptz NOT NULL,
  left_at       timestamptz,
  PRIMARY KEY (org_id, user_id)
);
-- Rosters page by (joined_at, user_id) over those who are still in.
CREATE INDEX organization_members_roster_idx ON organization_members (org_id, joined_at, user_id) WHERE left_at IS NULL;
CREATE INDEX organization_members_user_idx ON organization_members (user_id);
CREATE INDEX organization_members_coach_idx ON organization_members (coach_id) WHERE coach_id IS NOT NULL;

CREATE TABLE groups (
  id           uuid PRIMARY KEY,
  org_id       uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name         text NOT NULL,
  description  text NOT NULL DEFAULT '',
  color        text,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  UNIQUE (org_id, id)
);
CREATE UNIQUE INDEX groups_name_key ON groups (org_id, lower(name));

-- Both foreign keys carry org_id, so that a group can hold only members of its own organization.
CREATE TABLE group_members (
  org_id    uuid NOT NULL,
  group_id  uuid NOT NULL,
  user_id   uuid NOT NULL,
  added_at  timestamptz NOT NULL,
  PRIMARY KEY (group_id, user_id),
  FOREIGN KEY (org_id, group_id) REFERENCES groups (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX group_members_member_idx ON group_members (org_id, user_id);

CREATE TABLE api_keys (
  id             uuid PRIMARY KEY,
  org_id         uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name           text NOT NULL,
  prefix         text NOT NULL,
  secret_sha256  bytea NOT NULL UNIQUE,
  scopes         text[] NOT NULL,
  created_by     uuid NOT NULL REFERENCES users,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz,
  revoked_at     timestamptz,
  last_used_at   timestamptz
);
CREATE INDEX api_keys_org_idx ON api_keys (org_id, created_at);

CREATE TABLE audit_log (
  id           uuid PRIMARY KEY,
  -- No foreign key: the log outlives what it tells of.
  org_id       uuid NOT NULL,
  event_type   text NOT NULL,
  actor_type   text NOT NULL CHECK (actor_type IN ('user', 'api_key', 'app', 'system')),
  actor_id     text,
  target_id    text,
  target_name  text,
  data         jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL
);
CREATE INDEX audit_log_org_idx ON audit_log (org_id, created_at DESC, id DESC);
-- A rare event among 100,000 entries: 154 ms without it.
CREATE INDEX audit_log_event_idx ON audit_log (org_id, event_type, created_at DESC, id DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END
$$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
