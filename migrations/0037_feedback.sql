-- How workouts were, by their athlete: of an activity, or of a workout of a plan.
CREATE TABLE feedback (
  -- Told to programs, and so random: an id of the time at which a row was made would tell when something was said that is hidden.
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  activity_id   uuid UNIQUE REFERENCES activities ON DELETE CASCADE,
  -- Of a planned workout: whose plan it was, the saved plan, the athlete's own copy when something was last said, and the day in it.
  -- Without foreign keys to plans: what somebody said stays when a coach deletes the plan.
  org_id        uuid REFERENCES organizations ON DELETE SET NULL,
  saved_plan_id uuid,
  plan_id       uuid,
  workout_id    uuid,
  workout_date  date,
  rpe           smallint CHECK (rpe BETWEEN 1 AND 10),
  feel          smallint CHECK (feel BETWEEN 1 AND 5),
  note          text,
  pain          jsonb,
  skipped       jsonb,
  -- When each of these was last said by the clock of the athlete's device, also that it was taken back.
  said_at       jsonb NOT NULL,
  -- When the latest was said of what is there: without pain, and with it. Null: there is nothing.
  told_at       timestamptz,
  last_at       timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  CHECK ((activity_id IS NULL) = (workout_id IS NOT NULL)),
  CHECK ((workout_id IS NULL) = (saved_plan_id IS NULL) AND (workout_id IS NULL) = (plan_id IS NULL)
    AND (workout_id IS NULL) = (workout_date IS NULL)),
  UNIQUE (user_id, saved_plan_id, workout_id)
);
CREATE INDEX feedback_told_idx ON feedback (user_id, told_at, id);
CREATE INDEX feedback_last_idx ON feedback (user_id, last_at, id);
CREATE INDEX feedback_org_idx ON feedback (org_id);

-- As which activity one goes on that turned out to be the same workout.
CREATE TABLE activity_heirs (
  activity_id  uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  heir_id      uuid NOT NULL REFERENCES activities ON DELETE CASCADE
);
CREATE INDEX activity_heirs_heir_idx ON activity_heirs (heir_id);
CREATE INDEX activity_heirs_user_idx ON activity_heirs (user_id);

-- Feedback goes along. Where there was some on both, each part of it is what was said later, and of two notes both are kept.
CREATE FUNCTION carry_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone feedback;
  heir feedback;
  part text;
BEGIN
  SELECT * INTO gone FROM feedback WHERE activity_id = NEW.activity_id FOR UPDATE;
  IF gone.id IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO heir FROM feedback WHERE activity_id = NEW.heir_id FOR UPDATE;
  IF heir.id IS NULL THEN
    UPDATE feedback SET activity_id = NEW.heir_id WHERE id = gone.id;
    RETURN NULL;
  END IF;
  IF heir.note IS NOT NULL AND gone.note IS NOT NULL AND heir.note <> gone.note
    AND char_length(heir.note) + char_length(gone.note) < 2000 THEN
    heir.note := CASE WHEN gone.said_at ->> 'note' < heir.said_at ->> 'note' THEN gone.note || E'\n' || heir.note
      ELSE heir.note || E'\n' || gone.note END;
    gone.note := heir.note;
  END IF;
  FOREACH part IN ARRAY ARRAY['rpe', 'feel', 'note', 'pain'] LOOP
    -- Texts of one form in UTC, which are in the order of their times.
    CONTINUE WHEN gone.said_at ->> part IS NULL OR heir.said_at ->> part >= gone.said_at ->> part;
    heir.said_at := jsonb_set(heir.said_at, ARRAY[part], gone.said_at -> part);
    CASE part
      WHEN 'rpe' THEN heir.rpe := gone.rpe;
      WHEN 'feel' THEN heir.feel := gone.feel;
      WHEN 'note' THEN heir.note := gone.note;
      WHEN 'pain' THEN heir.pain := gone.pain;
    END CASE;
  END LOOP;
  DELETE FROM feedback WHERE id = gone.id;
  UPDATE feedback SET rpe = heir.rpe, feel = heir.feel, note = heir.note, pain = heir.pain, said_at = heir.said_at,
    told_at = greatest(
      CASE WHEN heir.rpe IS NOT NULL THEN (heir.said_at ->> 'rpe')::timestamptz END,
      CASE WHEN heir.feel IS NOT NULL THEN (heir.said_at ->> 'feel')::timestamptz END,
      CASE WHEN heir.note IS NOT NULL THEN (heir.said_at ->> 'note')::timestamptz END),
    last_at = greatest(
      CASE WHEN heir.rpe IS NOT NULL THEN (heir.said_at ->> 'rpe')::timestamptz END,
      CASE WHEN heir.feel IS NOT NULL THEN (heir.said_at ->> 'feel')::timestamptz END,
      CASE WHEN heir.note IS NOT NULL THEN (heir.said_at ->> 'note')::timestamptz END,
      CASE WHEN heir.pain IS NOT NULL THEN (heir.said_at ->> 'pain')::timestamptz END),
    updated_at = greatest(heir.updated_at, gone.updated_at)
  WHERE id = heir.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER activity_heirs_carry_feedback AFTER INSERT ON activity_heirs
  FOR EACH ROW EXECUTE FUNCTION carry_feedback();

-- For the developer API to tell.
ALTER TABLE noted_changes DROP CONSTRAINT noted_changes_kind_check;
ALTER TABLE noted_changes ADD CONSTRAINT noted_changes_kind_check
  CHECK (kind IN ('athlete', 'activity', 'plan', 'group', 'feedback', 'everything'));
-- Of feedback: what there was of it before, to somebody who sees no pain ('told') or only to who does ('pain'); null: nothing. That on
-- an activity has its was_race, and its was_source unless it was private. That on a planned workout has neither.
ALTER TABLE noted_changes ADD COLUMN was_told text, ADD COLUMN is_of_pain boolean NOT NULL DEFAULT false;
ALTER TABLE organization_changes ADD COLUMN was_told text, ADD COLUMN is_of_pain boolean NOT NULL DEFAULT false;

CREATE FUNCTION what_is_told(f feedback) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN f.told_at IS NOT NULL THEN 'told' WHEN f.last_at IS NOT NULL THEN 'pain' END
$$;

-- `before` is how it was, `old_org` for whom: null is each organization that the athlete is in.
CREATE FUNCTION note_feedback(before feedback, of_pain boolean) RETURNS void LANGUAGE sql AS $$
  INSERT INTO noted_changes (org_id, athlete_id, kind, object_id, was_source, was_race, was_told, is_of_pain)
  SELECT before.org_id, before.user_id, 'feedback', before.id, CASE WHEN NOT a.private THEN a.source END, a.is_race,
    what_is_told(before), of_pain
  FROM (SELECT 1) one LEFT JOIN activities a ON a.id = before.activity_id
  -- What goes with its activity, its organization or its athlete is noted, or not, by those.
  WHERE (before.activity_id IS NULL OR a.id IS NOT NULL)
    AND (before.workout_id IS NULL OR EXISTS (SELECT FROM organizations o WHERE o.org_id = before.org_id))
$$;

CREATE FUNCTION note_changed_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before feedback;
BEGIN
  IF TG_OP = 'INSERT' THEN
    before := NEW;
    before.told_at := NULL;
    before.last_at := NULL;
    IF NEW.last_at IS NOT NULL THEN PERFORM note_feedback(before, NEW.told_at IS NULL); END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF OLD.last_at IS NOT NULL THEN PERFORM note_feedback(OLD, OLD.told_at IS NULL); END IF;
  ELSE
    PERFORM note_feedback(OLD,
      (OLD.activity_id, OLD.workout_date, OLD.plan_id, OLD.org_id, OLD.rpe, OLD.feel, OLD.note, OLD.skipped, OLD.told_at)
      IS NOT DISTINCT FROM
      (NEW.activity_id, NEW.workout_date, NEW.plan_id, NEW.org_id, NEW.rpe, NEW.feel, NEW.note, NEW.skipped, NEW.told_at));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER feedback_noted AFTER INSERT OR DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION note_changed_feedback();
CREATE TRIGGER feedback_noted_change AFTER UPDATE ON feedback FOR EACH ROW WHEN (
    (OLD.activity_id, OLD.workout_date, OLD.plan_id, OLD.org_id, OLD.rpe, OLD.feel, OLD.note, OLD.skipped, OLD.told_at, OLD.pain, OLD.last_at)
    IS DISTINCT FROM
    (NEW.activity_id, NEW.workout_date, NEW.plan_id, NEW.org_id, NEW.rpe, NEW.feel, NEW.note, NEW.skipped, NEW.told_at, NEW.pain, NEW.last_at)
  ) EXECUTE FUNCTION note_changed_feedback();

-- With an activity it appears and goes; its load needs how long that took.
CREATE FUNCTION note_feedback_of_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO noted_changes (athlete_id, kind, object_id, was_source, was_race, was_told, is_of_pain)
  SELECT f.user_id, 'feedback', f.id, CASE WHEN NOT OLD.private THEN OLD.source END, OLD.is_race, what_is_told(f), f.told_at IS NULL
  FROM feedback f WHERE f.activity_id = OLD.id AND f.last_at IS NOT NULL;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER activities_feedback_gone BEFORE DELETE ON activities FOR EACH ROW EXECUTE FUNCTION note_feedback_of_activity();
CREATE TRIGGER activities_feedback_shown AFTER UPDATE ON activities FOR EACH ROW WHEN (
    (OLD.private, OLD.is_race, OLD.source, OLD.duration_s, OLD.moving_time_s)
    IS DISTINCT FROM (NEW.private, NEW.is_race, NEW.source, NEW.duration_s, NEW.moving_time_s)
  ) EXECUTE FUNCTION note_feedback_of_activity();
