-- Club sessions in the changes that programs follow, and who answers and comes, of those who share it.
ALTER TABLE noted_changes DROP CONSTRAINT noted_changes_kind_check;
ALTER TABLE noted_changes ADD CONSTRAINT noted_changes_kind_check CHECK (
  kind IN ('athlete', 'activity', 'plan', 'group', 'feedback', 'availability', 'session', 'attendance', 'everything'));
-- Groups and sessions are of an organization and of no athlete.
ALTER TABLE noted_changes DROP CONSTRAINT noted_changes_check;
ALTER TABLE noted_changes ADD CONSTRAINT noted_changes_check
  CHECK ((kind IN ('group', 'session')) = (athlete_id IS NULL));

CREATE FUNCTION note_changed_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_departure(OLD.org_id, NULL, 'session', OLD.id);
  ELSE
    INSERT INTO noted_changes (org_id, kind, object_id) VALUES (NEW.org_id, 'session', NEW.id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER club_sessions_noted AFTER INSERT OR DELETE ON club_sessions
  FOR EACH ROW EXECUTE FUNCTION note_changed_session();
-- What has changed for programs changes `updated_at`; when somebody was reminded does not. A coach may go without it.
CREATE TRIGGER club_sessions_noted_change AFTER UPDATE ON club_sessions FOR EACH ROW WHEN (
    (NEW.title, NEW.starts_at, NEW.coach_user_id, NEW.cancelled_at, NEW.updated_at)
    IS DISTINCT FROM (OLD.title, OLD.starts_at, OLD.coach_user_id, OLD.cancelled_at, OLD.updated_at)
  ) EXECUTE FUNCTION note_changed_session();

-- `was_there` says whether the athlete had answered or was in the register before. What goes with its session is told by that.
CREATE FUNCTION note_attendance(org uuid, session uuid, athlete uuid, was_there boolean) RETURNS void LANGUAGE sql AS $$
  INSERT INTO noted_changes (org_id, athlete_id, kind, object_id, was_told)
  SELECT org, athlete, 'attendance', session, CASE WHEN was_there THEN 'told' END
  FROM club_sessions s JOIN organizations o USING (org_id) WHERE s.org_id = org AND s.id = session
$$;

CREATE FUNCTION note_changed_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_attendance(NEW.org_id, NEW.session_id, NEW.user_id, EXISTS (
      SELECT FROM club_session_ticks t WHERE t.session_id = NEW.session_id AND t.user_id = NEW.user_id));
  ELSE
    PERFORM note_attendance(OLD.org_id, OLD.session_id, OLD.user_id, true);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER club_session_answers_noted AFTER INSERT OR DELETE ON club_session_answers
  FOR EACH ROW EXECUTE FUNCTION note_changed_answer();
CREATE TRIGGER club_session_answers_noted_change AFTER UPDATE ON club_session_answers FOR EACH ROW WHEN (
    (NEW.answer, NEW.answered_at, NEW.waits) IS DISTINCT FROM (OLD.answer, OLD.answered_at, OLD.waits)
  ) EXECUTE FUNCTION note_changed_answer();

CREATE FUNCTION note_changed_tick() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_attendance(NEW.org_id, NEW.session_id, NEW.user_id,
      EXISTS (SELECT FROM club_session_answers a WHERE a.session_id = NEW.session_id AND a.user_id = NEW.user_id)
      OR EXISTS (SELECT FROM club_session_ticks t
        WHERE t.session_id = NEW.session_id AND t.user_id = NEW.user_id AND t.id <> NEW.id));
  ELSE
    PERFORM note_attendance(OLD.org_id, OLD.session_id, OLD.user_id, true);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER club_session_ticks_noted AFTER INSERT OR DELETE ON club_session_ticks
  FOR EACH ROW EXECUTE FUNCTION note_changed_tick();

-- Comments on a workout that turns out to be another one go along, as feedback does: the posts of both threads stand in one, in the order
-- of their times.
CREATE FUNCTION join_threads(gone uuid, heir uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  post record;
BEGIN
  PERFORM 1 FROM message_threads WHERE id IN (gone, heir) ORDER BY id FOR UPDATE;
  -- Of a thread no two are of the same millisecond.
  FOR post IN
    SELECT g.id, g.created_at FROM message_posts g JOIN message_posts h ON h.thread_id = heir AND h.created_at = g.created_at
    WHERE g.thread_id = gone ORDER BY g.created_at
  LOOP
    UPDATE message_posts SET created_at = (
      SELECT t FROM generate_series(post.created_at, post.created_at + interval '10 seconds', interval '1 millisecond') t
      WHERE NOT EXISTS (SELECT FROM message_posts p WHERE p.thread_id IN (gone, heir) AND p.created_at = t) LIMIT 1)
    WHERE id = post.id;
  END LOOP;
  -- Who has not read all goes on before the first that they have not read, in either of the two.
  INSERT INTO message_reads AS r (user_id, thread_id, read_until, unread, unread_since, is_told)
  SELECT user_id, heir, read_until, unread, unread_since, is_told FROM message_reads WHERE thread_id = gone ORDER BY user_id
  ON CONFLICT (user_id, thread_id) DO UPDATE SET
    read_until = least(greatest(r.read_until, excluded.read_until),
      least(r.unread_since, excluded.unread_since) - interval '1 millisecond'),
    unread = r.unread + excluded.unread,
    unread_since = least(r.unread_since, excluded.unread_since),
    is_told = CASE WHEN r.unread > 0 AND excluded.unread > 0 THEN r.is_told AND excluded.is_told
      WHEN r.unread > 0 THEN r.is_told ELSE excluded.is_told END;
  UPDATE message_posts SET thread_id = heir WHERE thread_id = gone;
  -- What they have read in one of the two since then counts as unread again: nothing is passed over.
  UPDATE message_reads r SET unread = counted.unread, unread_since = counted.since
  FROM (
    SELECT r.user_id, count(p.id)::int AS unread, min(p.created_at) AS since
    FROM message_reads r LEFT JOIN message_posts p ON p.thread_id = heir AND p.author_id IS DISTINCT FROM r.user_id
      AND p.deleted_at IS NULL AND p.hidden_at IS NULL AND p.created_at > coalesce(r.read_until, '-infinity')
      AND p.created_at >= r.unread_since
    WHERE r.thread_id = heir AND r.unread > 0 GROUP BY r.user_id
  ) counted
  WHERE r.thread_id = heir AND r.user_id = counted.user_id;
  UPDATE message_threads t SET created_at = least(t.created_at, g.created_at),
    last_post_at = greatest(t.last_post_at, g.last_post_at, last.created_at), last_post_id = last.id
  FROM message_threads g, (
    SELECT id, created_at FROM message_posts WHERE thread_id = heir ORDER BY created_at DESC LIMIT 1
  ) last
  WHERE t.id = heir AND g.id = gone;
  DELETE FROM message_threads WHERE id = gone;
END
$$;

-- Of all that are carried at once, `carried`: a statement at a time.
CREATE FUNCTION carry_comments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
  there uuid;
BEGIN
  -- Whoever is writing on one of them at this moment holds it: their comment goes along, or they find that it is no more.
  PERFORM 1 FROM activities WHERE id IN (SELECT activity_id FROM carried) ORDER BY id FOR UPDATE;
  FOR gone IN
    SELECT t.id, t.org_id, t.athlete_id, t.member_since, c.heir_id::text AS heir_key
    FROM carried c JOIN message_threads t
      ON t.athlete_id = c.user_id AND t.kind = 'activity' AND t.key = c.activity_id::text
    ORDER BY t.id
  LOOP
    SELECT t.id INTO there FROM message_threads t
    WHERE t.org_id = gone.org_id AND t.athlete_id = gone.athlete_id AND t.member_since = gone.member_since
      AND t.kind = 'activity' AND t.key = gone.heir_key;
    IF there IS NULL THEN
      UPDATE message_threads SET key = gone.heir_key WHERE id = gone.id;
    ELSE
      PERFORM join_threads(gone.id, there);
    END IF;
  END LOOP;
  -- Links to them lead to those that go on.
  UPDATE message_posts p SET attachments = (
    SELECT jsonb_agg(CASE WHEN c.heir_id IS NULL THEN link ELSE jsonb_set(link, '{activity_id}', to_jsonb(c.heir_id)) END ORDER BY place)
    FROM jsonb_array_elements(p.attachments) WITH ORDINALITY AS links (link, place)
    LEFT JOIN carried c ON link ->> 'kind' = 'activity' AND c.activity_id::text = link ->> 'activity_id')
  FROM message_threads t
  WHERE t.athlete_id IN (SELECT user_id FROM carried) AND p.thread_id = t.id AND EXISTS (
    SELECT FROM jsonb_array_elements(p.attachments) link JOIN carried c
      ON link ->> 'kind' = 'activity' AND c.activity_id::text = link ->> 'activity_id');
  RETURN NULL;
END
$$;
CREATE TRIGGER activity_heirs_carry_comments AFTER INSERT ON activity_heirs
  REFERENCING NEW TABLE AS carried FOR EACH STATEMENT EXECUTE FUNCTION carry_comments();
CREATE TRIGGER activity_heirs_carry_comments_on AFTER UPDATE ON activity_heirs
  REFERENCING NEW TABLE AS carried FOR EACH STATEMENT EXECUTE FUNCTION carry_comments();

-- What an archive holds besides, as it was asked for.
ALTER TABLE export_jobs ADD COLUMN include text[] NOT NULL DEFAULT '{}';

-- What athletes take back of what they told is closed as well: `part` is which part of it, `org_id` for whom it was, null for each.
ALTER TABLE activity_closings ADD COLUMN part text, ADD COLUMN org_id uuid;

CREATE FUNCTION note_closed_part(athlete uuid, org uuid, of_part text, stored timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO activity_closings (user_id, org_id, part, start_time, stored_at, gone, is_race, source)
  SELECT athlete, org, of_part, stored, stored, true, false, ''
  -- What goes with its athlete is in no archive any more.
  WHERE EXISTS (SELECT FROM users u WHERE u.user_id = athlete)
$$;

CREATE FUNCTION note_closed_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  left_over feedback;
BEGIN
  IF TG_OP = 'UPDATE' THEN left_over := NEW; END IF;
  IF (OLD.rpe IS NOT NULL AND left_over.rpe IS NULL) OR (OLD.feel IS NOT NULL AND left_over.feel IS NULL) THEN
    PERFORM note_closed_part(OLD.user_id, OLD.org_id, 'effort', OLD.created_at);
  END IF;
  IF OLD.note IS NOT NULL AND left_over.note IS NULL THEN
    PERFORM note_closed_part(OLD.user_id, OLD.org_id, 'note', OLD.created_at);
  END IF;
  IF OLD.pain IS NOT NULL AND left_over.pain IS NULL THEN
    PERFORM note_closed_part(OLD.user_id, OLD.org_id, 'pain', OLD.created_at);
  END IF;
  IF OLD.skipped IS NOT NULL AND left_over.skipped IS NULL THEN
    PERFORM note_closed_part(OLD.user_id, OLD.org_id, 'skip', OLD.created_at);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER feedback_closed AFTER UPDATE OF rpe, feel, note, pain, skipped OR DELETE ON feedback
  FOR EACH ROW EXECUTE FUNCTION note_closed_feedback();

CREATE FUNCTION note_closed_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_closed_part(OLD.user_id, NULL, TG_ARGV[0], OLD.created_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER availability_entries_closed AFTER DELETE ON availability_entries
  FOR EACH ROW EXECUTE FUNCTION note_closed_entry('availability');
CREATE TRIGGER availability_entries_reason_closed AFTER UPDATE OF reason ON availability_entries
  FOR EACH ROW WHEN (OLD.reason IS NOT NULL AND NEW.reason IS NULL) EXECUTE FUNCTION note_closed_entry('availability_reason');
CREATE TRIGGER injuries_closed AFTER DELETE ON injuries
  FOR EACH ROW EXECUTE FUNCTION note_closed_entry('injuries');
CREATE TRIGGER injuries_note_closed AFTER UPDATE OF note ON injuries
  FOR EACH ROW WHEN (OLD.note IS NOT NULL AND NEW.note IS NULL) EXECUTE FUNCTION note_closed_entry('injuries');
