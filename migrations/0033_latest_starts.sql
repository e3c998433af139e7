-- When each person last began something, by what decides who sees it: its source, and whether it is a race. What is private is in none.
-- For an order of rosters by last activity: to find each athlete's in the index of activities takes 10,000 of them four times as long.
-- It may lie in the future, where a watch is wrong: whoever reads it then looks for the last one before now among the activities.
CREATE TABLE latest_starts (
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  source      text NOT NULL,
  is_race     boolean NOT NULL,
  start_time  timestamptz NOT NULL,
  -- With the time in it, since rows of one person lie far apart, and to fetch them takes twice as long.
  PRIMARY KEY (user_id, source, is_race) INCLUDE (start_time)
);

INSERT INTO latest_starts
SELECT a.user_id, a.source, a.is_race, max(a.start_time) FROM activities a WHERE NOT a.private GROUP BY 1, 2, 3;

-- Whoever does not share with coaches all that is in it. It is few, so for all others the order need not look at their settings:
-- 32 ms instead of 46 for 10,000.
CREATE INDEX users_hiding_idx ON users (user_id)
  WHERE NOT privacy @> '{"share_activity_with_coach": true, "share_race_history": true}';

CREATE FUNCTION note_later_starts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO latest_starts AS l
  SELECT s.user_id, s.source, s.is_race, max(s.start_time) FROM stored s WHERE NOT s.private GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (user_id, source, is_race) DO UPDATE SET start_time = excluded.start_time WHERE l.start_time < excluded.start_time;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_started AFTER INSERT ON activities
  REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION note_later_starts();

-- The row is held before the activities are looked at: of two transactions that take activities away, the later one sees what the
-- earlier one left. Whoever adds one meanwhile waits for the same row.
CREATE FUNCTION renew_latest_start(of_user uuid, of_source text, of_race boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM latest_starts l WHERE l.user_id = of_user AND l.source = of_source AND l.is_race = of_race;
  INSERT INTO latest_starts AS l
  SELECT a.user_id, a.source, a.is_race, a.start_time FROM activities a
  WHERE a.user_id = of_user AND a.source = of_source AND a.is_race = of_race AND NOT a.private
  ORDER BY a.start_time DESC LIMIT 1
  ON CONFLICT (user_id, source, is_race) DO UPDATE SET start_time = excluded.start_time WHERE l.start_time < excluded.start_time;
END
$$;

CREATE FUNCTION note_changed_starts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_latest_start(c.user_id, c.source, c.is_race)
  FROM (
    SELECT o.user_id, o.source, o.is_race FROM replaced o JOIN stored n ON n.id = o.id
    WHERE NOT o.private AND (o.private, o.source, o.is_race, o.start_time) IS DISTINCT FROM (n.private, n.source, n.is_race, n.start_time)
    UNION
    SELECT n.user_id, n.source, n.is_race FROM replaced o JOIN stored n ON n.id = o.id
    WHERE NOT n.private AND (o.private, o.source, o.is_race, o.start_time) IS DISTINCT FROM (n.private, n.source, n.is_race, n.start_time)
    ORDER BY 1, 2, 3
  ) c;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_started_change AFTER UPDATE ON activities
  REFERENCING OLD TABLE AS replaced NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION note_changed_starts();

CREATE FUNCTION note_gone_starts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_latest_start(c.user_id, c.source, c.is_race)
  FROM (
    SELECT DISTINCT o.user_id, o.source, o.is_race FROM replaced o WHERE NOT o.private ORDER BY 1, 2, 3
  ) c;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_started_gone AFTER DELETE ON activities
  REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION note_gone_starts();
