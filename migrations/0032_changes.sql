-- What changed for the developer API to tell: ids only, never data. Writers note changes without waiting for one another, and one at a
-- time gives what has been committed its position: docs/decisions/changes-in-commit-order.md.

CREATE TABLE change_feed (
  is_only          boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- A cursor of another epoch is of no use: changed by an operator who has restored an older state.
  epoch            uuid NOT NULL DEFAULT gen_random_uuid(),
  last_position    bigint NOT NULL DEFAULT 0,
  -- Up to here changes have been forgotten.
  pruned_position  bigint NOT NULL DEFAULT 0
);
INSERT INTO change_feed DEFAULT VALUES;

-- Noted by the transactions that change something, and not in the feed yet.
CREATE TABLE noted_changes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: of each organization that the athlete is in.
  org_id      uuid,
  -- Null: of a group.
  athlete_id  uuid,
  -- 'everything': the athlete with all activities and plans may be shown otherwise than before.
  kind        text NOT NULL CHECK (kind IN ('athlete', 'activity', 'plan', 'group', 'everything')),
  -- Of the activity, plan or group.
  object_id   uuid,
  -- What decided whether an activity was shown before; no source: it was not there, or private.
  was_source  text,
  was_race    boolean,
  CHECK ((kind = 'group') = (athlete_id IS NULL))
);

-- No foreign keys: what is told last of somebody is that they are gone.
CREATE TABLE organization_changes (
  org_id        uuid NOT NULL,
  position      bigint NOT NULL,
  athlete_id    uuid,
  kind          text NOT NULL,
  object_id     uuid,
  was_source    text,
  was_race      boolean,
  sequenced_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, position)
);
CREATE INDEX organization_changes_time_idx ON organization_changes (sequenced_at, position);

-- When athletes last changed as an organization sees them, for updated_since. Of others their accounts say it.
CREATE TABLE athlete_changes (
  org_id      uuid NOT NULL,
  athlete_id  uuid NOT NULL,
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, athlete_id)
);

-- For updated_since, of one athlete and of all of an organization.
CREATE INDEX activities_updated_idx ON activities (user_id, updated_at);

-- Activities: a statement at a time. What was private and stays so is nobody's business.
CREATE FUNCTION note_new_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO noted_changes (athlete_id, kind, object_id)
  SELECT n.user_id, 'activity', n.id FROM stored n WHERE NOT n.private;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_noted_new AFTER INSERT ON activities
  REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION note_new_activities();

CREATE FUNCTION note_changed_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO noted_changes (athlete_id, kind, object_id, was_source, was_race)
  SELECT n.user_id, 'activity', n.id, CASE WHEN NOT o.private THEN o.source END, o.is_race
  FROM stored n JOIN replaced o ON o.id = n.id
  WHERE NOT (n.private AND o.private) AND n.* *<> o.*;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_noted_change AFTER UPDATE ON activities
  REFERENCING OLD TABLE AS replaced NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION note_changed_activities();

CREATE FUNCTION note_gone_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO noted_changes (athlete_id, kind, object_id, was_source, was_race)
  SELECT o.user_id, 'activity', o.id, o.source, o.is_race FROM replaced o WHERE NOT o.private;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_noted_gone AFTER DELETE ON activities
  REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION note_gone_activities();

-- People: what the athlete object is made of, and what decides what is shown of them.
CREATE FUNCTION note_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO noted_changes (athlete_id, kind) VALUES (
    NEW.user_id,
    CASE WHEN NEW.privacy <> OLD.privacy OR NEW.status <> OLD.status THEN 'everything' ELSE 'athlete' END);
  IF NEW.status <> OLD.status THEN
    -- Groups count active accounts.
    INSERT INTO noted_changes (org_id, kind, object_id)
    SELECT m.org_id, 'group', m.group_id FROM group_members m WHERE m.user_id = NEW.user_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_noted_change
  AFTER UPDATE OF username, display_name, first_name, last_name, profile_image_url, preferences, zones, integrations, privacy, status
  ON users FOR EACH ROW WHEN (
    (NEW.username, NEW.display_name, NEW.first_name, NEW.last_name, NEW.profile_image_url, NEW.preferences, NEW.zones,
      NEW.integrations, NEW.privacy, NEW.status)
    IS DISTINCT FROM
    (OLD.username, OLD.display_name, OLD.first_name, OLD.last_name, OLD.profile_image_url, OLD.preferences, OLD.zones,
      OLD.integrations, OLD.privacy, OLD.status)
  ) EXECUTE FUNCTION note_changed_user();

-- What goes with its organization is told to nobody.
CREATE FUNCTION note_departure(org uuid, athlete uuid, kind text, object uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO noted_changes (org_id, athlete_id, kind, object_id)
  SELECT org, athlete, note_departure.kind, object WHERE EXISTS (SELECT FROM organizations o WHERE o.org_id = org)
$$;

CREATE FUNCTION note_changed_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO noted_changes (org_id, athlete_id, kind) VALUES (
      NEW.org_id, NEW.user_id,
      CASE WHEN NEW.left_at IS DISTINCT FROM OLD.left_at OR NEW.narrowed_privacy <> OLD.narrowed_privacy
        THEN 'everything' ELSE 'athlete' END);
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO noted_changes (org_id, athlete_id, kind) VALUES (NEW.org_id, NEW.user_id, 'everything');
  ELSE
    PERFORM note_departure(OLD.org_id, OLD.user_id, 'everything', NULL);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_noted AFTER INSERT OR DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION note_changed_member();
CREATE TRIGGER organization_members_noted_change AFTER UPDATE ON organization_members
  FOR EACH ROW WHEN (NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION note_changed_member();

CREATE FUNCTION note_changed_group_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO noted_changes (org_id, athlete_id, kind, object_id) VALUES
      (NEW.org_id, NEW.user_id, 'athlete', NULL), (NEW.org_id, NULL, 'group', NEW.group_id);
  ELSE
    PERFORM note_departure(OLD.org_id, OLD.user_id, 'athlete', NULL);
    PERFORM note_departure(OLD.org_id, NULL, 'group', OLD.group_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER group_members_noted AFTER INSERT OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION note_changed_group_member();

CREATE FUNCTION note_changed_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_departure(OLD.org_id, NULL, 'group', OLD.id);
  ELSE
    INSERT INTO noted_changes (org_id, kind, object_id) VALUES (NEW.org_id, 'group', NEW.id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER groups_noted AFTER INSERT OR DELETE ON groups
  FOR EACH ROW EXECUTE FUNCTION note_changed_group();
CREATE TRIGGER groups_noted_change AFTER UPDATE ON groups
  FOR EACH ROW WHEN (NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION note_changed_group();

-- Plans that athletes follow, with what they show of the saved one.
CREATE FUNCTION note_changed_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_departure(OLD.org_id, OLD.user_id, 'plan', OLD.id);
  ELSE
    INSERT INTO noted_changes (org_id, athlete_id, kind, object_id) VALUES (NEW.org_id, NEW.user_id, 'plan', NEW.id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER plan_assignments_noted AFTER INSERT OR UPDATE OR DELETE ON plan_assignments
  FOR EACH ROW EXECUTE FUNCTION note_changed_assignment();

CREATE FUNCTION note_changed_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO noted_changes (org_id, athlete_id, kind, object_id)
  SELECT a.org_id, a.user_id, 'plan', a.id FROM plan_assignments a
  WHERE a.org_id = NEW.org_id AND a.plan_id = NEW.id AND a.ended_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER plans_noted_change AFTER UPDATE OF title, engine ON plans
  FOR EACH ROW WHEN (NEW.title <> OLD.title OR NEW.engine <> OLD.engine) EXECUTE FUNCTION note_changed_plan();

-- With an organization goes what was noted for it.
CREATE FUNCTION forget_changes_of_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In this order: whoever gives positions takes what was noted first, too, and waits for nobody there.
  DELETE FROM noted_changes WHERE org_id = OLD.org_id;
  DELETE FROM organization_changes WHERE org_id = OLD.org_id;
  DELETE FROM athlete_changes WHERE org_id = OLD.org_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER organizations_changes_forgotten AFTER DELETE ON organizations
  FOR EACH ROW EXECUTE FUNCTION forget_changes_of_organization();
