-- What lets a person leave: whatever refers to them goes with them or lets go of them, and is found by an index.

-- A key stays its organization's when the coach who made it leaves.
ALTER TABLE api_keys
  ALTER COLUMN created_by DROP NOT NULL,
  DROP CONSTRAINT api_keys_created_by_fkey,
  ADD CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users ON DELETE SET NULL;
CREATE INDEX api_keys_created_by_idx ON api_keys (created_by) WHERE created_by IS NOT NULL;

-- Streams go with their activity. By their owner no index leads to them: each deletion of a person would read all streams.
ALTER TABLE activity_streams DROP CONSTRAINT activity_streams_user_id_fkey;

-- Entries in which a person acted or was meant, whatever the organization.
CREATE INDEX audit_log_actor_idx ON audit_log (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_target_idx ON audit_log (target_id, id) WHERE target_id IS NOT NULL;
CREATE INDEX audit_log_head_coach_idx ON audit_log ((data ->> 'head_coach_user_id'))
  WHERE event_type = 'organization_created';

-- Still append-only, with one exception: once there is no such person any more, an entry may lose the name that it has
-- of them, and nothing else. The id stays.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person  uuid;
  nameless  audit_log;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    nameless := OLD;
    IF OLD.event_type = 'organization_created' THEN
      person := (OLD.data ->> 'head_coach_user_id')::uuid;
      nameless.data := OLD.data - 'head_coach_name';
    ELSIF OLD.event_type IN ('member_added', 'member_updated', 'member_removed', 'coach_added', 'coach_removed',
                             'group_member_added', 'group_member_removed', 'plan_assigned') THEN
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
