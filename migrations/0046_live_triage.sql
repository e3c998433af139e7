-- What clubs' sessions and conversations change in triage, and lists of triage that are followed.

-- Whoever comes to a session, or says that it stands for a planned workout.
CREATE FUNCTION note_triage_of_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO triage_due (org_id, user_id) VALUES (coalesce(NEW.org_id, OLD.org_id), coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER club_session_answers_triage AFTER INSERT ON club_session_answers
  FOR EACH ROW WHEN (NEW.answer = 'yes') EXECUTE FUNCTION note_triage_of_answer();
CREATE TRIGGER club_session_answers_triage_gone AFTER DELETE ON club_session_answers
  FOR EACH ROW WHEN (OLD.answer = 'yes') EXECUTE FUNCTION note_triage_of_answer();
CREATE TRIGGER club_session_answers_triage_change AFTER UPDATE ON club_session_answers
  FOR EACH ROW WHEN ((OLD.answer, OLD.waits, OLD.workout_group, OLD.replaces_plan_id, OLD.replaces_workout_id)
    IS DISTINCT FROM (NEW.answer, NEW.waits, NEW.workout_group, NEW.replaces_plan_id, NEW.replaces_workout_id))
  EXECUTE FUNCTION note_triage_of_answer();

-- All who come to a session that is moved, cancelled or has another workout.
CREATE FUNCTION note_triage_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO triage_due (org_id, user_id)
  SELECT a.org_id, a.user_id FROM club_session_answers a
  WHERE a.org_id = NEW.org_id AND a.session_id = NEW.id AND a.answer = 'yes';
  RETURN NULL;
END
$$;
CREATE TRIGGER club_sessions_triage_change AFTER UPDATE ON club_sessions
  FOR EACH ROW WHEN ((OLD.starts_at, OLD.timezone, OLD.workout, OLD.cancelled_at)
    IS DISTINCT FROM (NEW.starts_at, NEW.timezone, NEW.workout, NEW.cancelled_at))
  EXECUTE FUNCTION note_triage_of_session();

-- Lists show the newest message that waits, not only since when one does.
DROP TRIGGER message_threads_triage_change ON message_threads;
CREATE TRIGGER message_threads_triage_change AFTER UPDATE ON message_threads
  FOR EACH ROW WHEN (NEW.kind = 'conversation' AND (NEW.waiting_since, NEW.last_post_id, NEW.closed_at)
    IS DISTINCT FROM (OLD.waiting_since, OLD.last_post_id, OLD.closed_at))
  EXECUTE FUNCTION note_triage_of_conversation();

-- How often the lists of an organization were other than before, for the streams of its coaches.
CREATE TABLE triage_versions (
  org_id   uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  version  bigint NOT NULL
);

-- All athletes of an organization in one list, the first to be looked at first.
CREATE INDEX triage_entries_list_idx ON triage_entries (org_id, place, user_id);
