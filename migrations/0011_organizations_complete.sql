-- Organizations, complete: a hash chain over each audit log, invitations, successors of API keys; and where the roster's
-- overview looks: which devices people have, and what state their connections to platforms are in.

-- Each organization's entries form a chain. An entry's hash is SHA-256 over the hash before it (nothing for the first) and
-- audit_entry_text; seq counts from 1 without gaps.
ALTER TABLE audit_log ADD COLUMN seq bigint, ADD COLUMN hash bytea;
CREATE UNIQUE INDEX audit_log_seq_key ON audit_log (org_id, seq);

-- How long each chain is and what it ends with: whoever appends holds the row, and entries missing at the end show.
CREATE TABLE audit_chains (
  org_id  uuid PRIMARY KEY,
  length  bigint NOT NULL,
  hash    bytea NOT NULL
);

-- Whose target is a person: EVENTS_ABOUT_A_PERSON of the audit module.
CREATE FUNCTION audit_is_about_a_person(event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT event_type IN ('member_added', 'member_updated', 'member_removed', 'coach_added', 'coach_removed',
                        'group_member_added', 'group_member_removed', 'plan_assigned')
$$;

-- What is hashed of an entry: everything but the names of people, which go when the person does.
CREATE FUNCTION audit_entry_text(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    entry.seq, entry.id, entry.org_id, entry.event_type, entry.actor_type, entry.actor_id, entry.target_id,
    CASE WHEN audit_is_about_a_person(entry.event_type) THEN NULL ELSE entry.target_name END,
    CASE WHEN entry.event_type = 'organization_created' THEN entry.data - 'head_coach_name' ELSE entry.data END,
    (extract(epoch FROM entry.created_at) * 1000)::bigint)::text
$$;

-- Appends an entry to its organization's chain. The times of one log differ and follow its order, so that a page can begin
-- before a time: who waited for somebody else and is written after them, but was a little earlier, gets the millisecond
-- after. More than a minute is no wait but a clock that was wrong: then the time stays as it is.
CREATE FUNCTION append_to_audit_chain(appended uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  entry     audit_log;
  chain     audit_chains;
  previous  timestamptz;
BEGIN
  SELECT * INTO STRICT entry FROM audit_log WHERE id = appended;
  INSERT INTO audit_chains (org_id, length, hash) VALUES (entry.org_id, 0, '') ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT chain FROM audit_chains WHERE org_id = entry.org_id FOR UPDATE;
  SELECT created_at INTO previous FROM audit_log WHERE org_id = entry.org_id AND seq = chain.length;
  IF entry.created_at <= previous AND entry.created_at > previous - interval '1 minute' THEN
    entry.created_at := previous + interval '1 millisecond';
  END IF;
  WHILE EXISTS (SELECT FROM audit_log WHERE org_id = entry.org_id AND created_at = entry.created_at AND seq IS NOT NULL) LOOP
    entry.created_at := entry.created_at + interval '1 millisecond';
  END LOOP;
  entry.seq := chain.length + 1;
  entry.hash := sha256(chain.hash || convert_to(audit_entry_text(entry), 'UTF8'));
  UPDATE audit_log SET seq = entry.seq, hash = entry.hash, created_at = entry.created_at WHERE id = appended;
  UPDATE audit_chains SET length = entry.seq, hash = entry.hash WHERE org_id = entry.org_id;
END
$$;

-- The entries that are there already, by the same rules. One row of audit_chains a log, written once: were it updated with
-- each entry, the time would grow with the square of their number.
DROP TRIGGER audit_log_append_only ON audit_log;
DO $$
DECLARE
  entry  audit_log;
  chain  audit_chains;
  previous  timestamptz;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY org_id, created_at, id LOOP
    IF chain.org_id IS DISTINCT FROM entry.org_id THEN
      IF chain.org_id IS NOT NULL THEN INSERT INTO audit_chains SELECT chain.*; END IF;
      chain := ROW(entry.org_id, 0, '');
      previous := NULL;
    END IF;
    entry.created_at := greatest(entry.created_at, previous + interval '1 millisecond');
    entry.seq := chain.length + 1;
    entry.hash := sha256(chain.hash || convert_to(audit_entry_text(entry), 'UTF8'));
    UPDATE audit_log SET seq = entry.seq, hash = entry.hash, created_at = entry.created_at WHERE id = entry.id;
    chain := ROW(entry.org_id, entry.seq, entry.hash);
    previous := entry.created_at;
  END LOOP;
  IF chain.org_id IS NOT NULL THEN INSERT INTO audit_chains SELECT chain.*; END IF;
END
$$;

-- When the transaction commits: the chain is held no longer than that, and nothing is locked after it.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_to_audit_chain(NEW.id);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON audit_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

-- The log is append-only, but for an entry's place in the chain, which it gets once, and for the names of people who have
-- left, as before.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person  uuid;
  nameless  audit_log;
  placed  audit_log;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    placed := OLD;
    placed.seq := NEW.seq;
    placed.hash := NEW.hash;
    placed.created_at := NEW.created_at;
    IF OLD.seq IS NULL AND NEW.seq IS NOT NULL AND NEW IS NOT DISTINCT FROM placed THEN
      RETURN NEW;
    END IF;
    nameless := OLD;
    IF OLD.event_type = 'organization_created' THEN
      person := (OLD.data ->> 'head_coach_user_id')::uuid;
      nameless.data := OLD.data - 'head_coach_name';
    ELSIF audit_is_about_a_person(OLD.event_type) THEN
      person := OLD.target_id::uuid;
      nameless.target_name := NULL;
    END IF;
    IF person IS NOT NULL AND NEW IS NOT DISTINCT FROM nameless
       AND NOT EXISTS (SELECT FROM users WHERE user_id = person) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only';
END
$$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
-- A chain only grows, and stays.
CREATE FUNCTION refuse_shorter_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.org_id = OLD.org_id AND NEW.length = OLD.length + 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_chains only grow';
END
$$;
CREATE TRIGGER audit_chains_grow BEFORE UPDATE OR DELETE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION refuse_shorter_chain();
CREATE TRIGGER audit_chains_no_truncate BEFORE TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_shorter_chain();

-- What one did and what is about one, within an organization.
CREATE INDEX audit_log_org_actor_idx ON audit_log (org_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_org_target_idx ON audit_log (org_id, target_id, created_at DESC, id DESC);

-- An entry has no place before it is given one.
ALTER TABLE audit_log ADD CONSTRAINT audit_log_place CHECK ((seq IS NULL) = (hash IS NULL));

CREATE TABLE invitations (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- To whom it was sent; null for a link that the coach passes on, and some time after the invitation has ended.
  email         text,
  kind          text NOT NULL CHECK (kind IN ('email', 'link')),
  token_hash    bytea NOT NULL UNIQUE,
  -- What the roster will say of whoever accepts.
  display_name  text,
  member_level  text,
  labels        text[] NOT NULL DEFAULT '{}',
  max_uses      integer NOT NULL CHECK (max_uses > 0),
  uses          integer NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND max_uses),
  created_by    uuid REFERENCES users ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  revoked_at    timestamptz,
  -- When the last use was taken.
  accepted_at   timestamptz
);
CREATE INDEX invitations_org_idx ON invitations (org_id, created_at DESC, id DESC);
CREATE INDEX invitations_email_idx ON invitations (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX invitations_created_by_idx ON invitations (created_by) WHERE created_by IS NOT NULL;

-- The key that was issued in the place of this one.
ALTER TABLE api_keys ADD COLUMN replaced_by uuid REFERENCES api_keys ON DELETE SET NULL;
CREATE INDEX api_keys_replaced_by_idx ON api_keys (replaced_by) WHERE replaced_by IS NOT NULL;

-- Where pushes go. A token belongs to one person at a time.
CREATE TABLE device_tokens (
  token_hash      bytea PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Encrypted: whoever reads the table can push to nobody.
  sealed_token    bytea NOT NULL,
  platform        text NOT NULL CHECK (platform IN ('ios', 'android', 'web')),
  device_id       text,
  app_version     text,
  metadata        jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL,
  -- When the app last registered it: a push service forgets a token that has not been used for long.
  last_active_at  timestamptz NOT NULL
);
CREATE INDEX device_tokens_user_idx ON device_tokens (user_id, last_active_at DESC);

-- A person's connections to platforms that send their workouts here.
CREATE TABLE platform_connections (
  user_id           uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider          text NOT NULL CHECK (provider IN ('strava', 'garmin', 'apple_health', 'coros')),
  provider_user_id  text,
  connected_at      timestamptz NOT NULL,
  last_sync_at      timestamptz,
  -- Since when the platform refuses what it was given: the athlete has to connect again.
  token_expired_at  timestamptz,
  PRIMARY KEY (user_id, provider)
);

-- Whom a notification is about: it goes from the centres of others when the person does.
CREATE INDEX notifications_about_idx ON notifications ((data ->> 'user_id')) WHERE data ? 'user_id';
