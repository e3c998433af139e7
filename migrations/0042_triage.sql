-- The workouts of plans that athletes follow as rows, for whoever reads those of many athletes at once: a plan's JSON of a year is half a
-- megabyte. What counts is the plan; triggers keep these rows equal to it, and plans that were taken back have none.
CREATE TABLE assigned_workouts (
  assignment_id  uuid NOT NULL REFERENCES plan_assignments ON DELETE CASCADE ON UPDATE CASCADE,
  -- Its place in the plan, from 1.
  place          integer NOT NULL,
  org_id         uuid NOT NULL,
  user_id        uuid NOT NULL,
  workout_id     text NOT NULL,
  date           date NOT NULL,
  workout_type   text NOT NULL,
  title          text NOT NULL,
  duration_s     double precision NOT NULL,
  distance_m     double precision NOT NULL,
  PRIMARY KEY (assignment_id, place)
);
CREATE INDEX assigned_workouts_days_idx ON assigned_workouts (user_id, org_id, date);

CREATE FUNCTION list_assigned_workouts(assignment plan_assignments) RETURNS void LANGUAGE sql AS $$
  INSERT INTO assigned_workouts
  SELECT assignment.id, w.place, assignment.org_id, assignment.user_id, coalesce(w.workout ->> 'id', ''), (w.workout ->> 'date')::date,
    coalesce(w.workout ->> 'workout_type', ''), coalesce(w.workout ->> 'title', ''),
    coalesce((w.workout ->> 'duration_s')::double precision, 0), coalesce((w.workout ->> 'distance_m')::double precision, 0)
  FROM json_array_elements(assignment.workouts) WITH ORDINALITY AS w (workout, place)
  WHERE w.workout ->> 'date' IS NOT NULL
$$;

CREATE FUNCTION keep_assigned_workouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM assigned_workouts w WHERE w.assignment_id = NEW.id;
  END IF;
  IF NEW.ended_at IS NULL THEN
    PERFORM list_assigned_workouts(NEW);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER plan_assignments_listed AFTER INSERT ON plan_assignments
  FOR EACH ROW EXECUTE FUNCTION keep_assigned_workouts();
CREATE TRIGGER plan_assignments_listed_anew AFTER UPDATE OF workouts, ended_at ON plan_assignments
  FOR EACH ROW WHEN (NEW.workouts::text <> OLD.workouts::text OR (NEW.ended_at IS NULL) <> (OLD.ended_at IS NULL))
  EXECUTE FUNCTION keep_assigned_workouts();

SELECT list_assigned_workouts(a) FROM plan_assignments a WHERE a.ended_at IS NULL;

-- Whose triage may not be what it was: noted by the transaction that changes something, so that whoever sees the change sees this too.
CREATE TABLE triage_due (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id   uuid NOT NULL,
  user_id  uuid NOT NULL
);
CREATE INDEX triage_due_athlete_idx ON triage_due (org_id, user_id);

-- Without foreign keys, whose checks would lock rows that every import of activities shares: they go with what they are about all the same.
CREATE FUNCTION forget_triage_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'organizations' THEN
    DELETE FROM triage_due WHERE org_id = OLD.org_id;
  ELSE
    DELETE FROM triage_due WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE INDEX triage_due_user_idx ON triage_due (user_id);
CREATE TRIGGER organizations_triage_forgotten AFTER DELETE ON organizations
  FOR EACH ROW EXECUTE FUNCTION forget_triage_due();
CREATE TRIGGER users_triage_forgotten AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_triage_due();

CREATE FUNCTION note_triage_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO triage_due (org_id, user_id)
  SELECT DISTINCT m.org_id, m.user_id FROM noted n JOIN organization_members m
    ON m.user_id = n.athlete_id AND (n.org_id IS NULL AND m.left_at IS NULL OR m.org_id = n.org_id);
  RETURN NULL;
END
$$;
-- Whatever is told to programs is noted there already: activities, plans, memberships, profiles and what they share.
CREATE TRIGGER noted_changes_triage AFTER INSERT ON noted_changes
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_triage_of_changes();

CREATE FUNCTION note_triage_of(athlete uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO triage_due (org_id, user_id)
  SELECT m.org_id, m.user_id FROM organization_members m WHERE m.user_id = athlete AND m.left_at IS NULL
$$;

CREATE FUNCTION note_triage_of_telling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_triage_of(coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER platform_connections_triage AFTER INSERT OR DELETE ON platform_connections
  FOR EACH ROW EXECUTE FUNCTION note_triage_of_telling();
CREATE TRIGGER platform_connections_triage_change AFTER UPDATE OF token_expired_at ON platform_connections
  FOR EACH ROW WHEN (NEW.token_expired_at IS DISTINCT FROM OLD.token_expired_at) EXECUTE FUNCTION note_triage_of_telling();

-- What the rules found of each athlete, as coaches see them: one row each, also where there is nothing to say.
CREATE TABLE triage_entries (
  org_id      uuid NOT NULL,
  user_id     uuid NOT NULL,
  -- 'well': no reason; 'private': nothing is shared that a reason could rest on; 'handled' and 'later' until there is new evidence.
  state       text NOT NULL CHECK (state IN ('open', 'later', 'handled', 'well', 'private')),
  -- The first are to be looked at first.
  place       integer NOT NULL,
  reasons     jsonb NOT NULL,
  -- Of the rules, the limits and the policies of sources that it was found by.
  basis       text NOT NULL,
  -- From then on it is another day, or a snooze is over.
  good_until  timestamptz NOT NULL,
  renewed_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX triage_entries_page_idx ON triage_entries (org_id, state, place, user_id);
CREATE INDEX triage_entries_due_idx ON triage_entries (org_id, good_until);

-- What coaches decided about an athlete's reasons: the keys of those that were there then.
CREATE TABLE triage_marks (
  org_id     uuid NOT NULL,
  user_id    uuid NOT NULL,
  state      text NOT NULL CHECK (state IN ('handled', 'later')),
  keys       text[] NOT NULL,
  note       text NOT NULL,
  -- Of 'later'.
  until      timestamptz,
  marked_by  uuid REFERENCES users ON DELETE SET NULL,
  marked_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id),
  CHECK ((state = 'later') = (until IS NOT NULL)),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX triage_marks_by_idx ON triage_marks (marked_by);

-- An organization's own limits; what is not in it is as the rules have it.
CREATE TABLE triage_limits (
  org_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  limits  jsonb NOT NULL
);

INSERT INTO triage_due (org_id, user_id) SELECT m.org_id, m.user_id FROM organization_members m WHERE m.left_at IS NULL;

-- What athletes tell of their days. Feedback comes by way of the changes.
CREATE TRIGGER availability_entries_triage AFTER INSERT OR UPDATE OR DELETE ON availability_entries
  FOR EACH ROW EXECUTE FUNCTION note_triage_of_telling();
CREATE TRIGGER injuries_triage AFTER INSERT OR UPDATE OR DELETE ON injuries
  FOR EACH ROW EXECUTE FUNCTION note_triage_of_telling();
CREATE TRIGGER races_triage AFTER INSERT OR UPDATE OR DELETE ON races
  FOR EACH ROW EXECUTE FUNCTION note_triage_of_telling();
CREATE FUNCTION note_triage_of_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.athlete_id IS NOT NULL THEN
    INSERT INTO triage_due (org_id, user_id) VALUES (NEW.org_id, NEW.athlete_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER message_threads_triage AFTER INSERT ON message_threads
  FOR EACH ROW WHEN (NEW.waiting_since IS NOT NULL) EXECUTE FUNCTION note_triage_of_conversation();
CREATE TRIGGER message_threads_triage_change AFTER UPDATE ON message_threads
  FOR EACH ROW WHEN (NEW.waiting_since IS DISTINCT FROM OLD.waiting_since OR NEW.closed_at IS DISTINCT FROM OLD.closed_at)
  EXECUTE FUNCTION note_triage_of_conversation();
