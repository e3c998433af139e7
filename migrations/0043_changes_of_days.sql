-- For the developer API to tell: what athletes say of the days on which they can train. One object of each athlete, so no id is noted.
ALTER TABLE noted_changes DROP CONSTRAINT noted_changes_kind_check;
ALTER TABLE noted_changes ADD CONSTRAINT noted_changes_kind_check
  CHECK (kind IN ('athlete', 'activity', 'plan', 'group', 'feedback', 'availability', 'everything'));

-- Injuries are apart, by `is_of_pain`: who does not see them is not told that one of them has changed.
CREATE FUNCTION note_changed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What goes with its athlete is noted, or not, by their account.
  INSERT INTO noted_changes (athlete_id, kind, is_of_pain)
  SELECT u.user_id, 'availability', TG_TABLE_NAME = 'injuries'
  FROM users u WHERE u.user_id = coalesce(NEW.user_id, OLD.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER availability_entries_noted AFTER INSERT OR DELETE ON availability_entries
  FOR EACH ROW EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER availability_entries_noted_change AFTER UPDATE ON availability_entries FOR EACH ROW WHEN (
    (NEW.kind, NEW.part, NEW.minutes, NEW.weekdays, NEW.from_day, NEW.to_day, NEW.reason)
    IS DISTINCT FROM (OLD.kind, OLD.part, OLD.minutes, OLD.weekdays, OLD.from_day, OLD.to_day, OLD.reason)
  ) EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER injuries_noted AFTER INSERT OR DELETE ON injuries
  FOR EACH ROW EXECUTE FUNCTION note_changed_days();
CREATE TRIGGER injuries_noted_change AFTER UPDATE ON injuries FOR EACH ROW WHEN (
    (NEW.kind, NEW.area, NEW.from_day, NEW.to_day, NEW.running, NEW.note)
    IS DISTINCT FROM (OLD.kind, OLD.area, OLD.from_day, OLD.to_day, OLD.running, OLD.note)
  ) EXECUTE FUNCTION note_changed_days();
