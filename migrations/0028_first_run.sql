-- Who may make an account by an invitation, and what platform admins have looked up.

ALTER TABLE email_verifications
  -- Of the invitation by which the account is to be made. Null: none was shown.
  ADD COLUMN invitation_token_hash bytea;

ALTER TABLE invitations
  -- Accounts that were made by it, where the server takes new ones by invitation only: no more than it has uses.
  ADD COLUMN sign_ups integer NOT NULL DEFAULT 0;

-- Platform admins list people and organizations newest first.
CREATE INDEX users_created_idx ON users (created_at DESC, user_id DESC);
CREATE INDEX organizations_created_idx ON organizations (created_at DESC, org_id DESC);

-- Each list of people or organizations that a platform admin was shown. It outlives whom it tells of: ids then lead to nobody.
CREATE TABLE admin_lookups (
  id         uuid PRIMARY KEY,
  actor_id   uuid NOT NULL,
  listed    text NOT NULL CHECK (listed IN ('users', 'organizations')),
  -- The names of the filters, never what was looked for.
  filters    text[] NOT NULL,
  -- Who or what was on the page.
  shown_ids  uuid[] NOT NULL,
  looked_at  timestamptz NOT NULL
);
CREATE INDEX admin_lookups_time_idx ON admin_lookups (looked_at DESC, id DESC);
CREATE INDEX admin_lookups_actor_idx ON admin_lookups (actor_id, looked_at DESC, id DESC);
CREATE INDEX admin_lookups_shown_idx ON admin_lookups USING gin (shown_ids);

CREATE FUNCTION refuse_admin_lookup_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'admin_lookups is append-only';
END
$$;
CREATE TRIGGER admin_lookups_append_only BEFORE UPDATE OR DELETE ON admin_lookups
  FOR EACH ROW EXECUTE FUNCTION refuse_admin_lookup_change();
CREATE TRIGGER admin_lookups_no_truncate BEFORE TRUNCATE ON admin_lookups
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_admin_lookup_change();
