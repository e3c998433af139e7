-- How many activities somebody has, by what a ceiling shows them by: lists say how many there are on all pages, and to count 10,300
-- entries of the index takes as long as the page itself, three times as long where most of them are not shown.
CREATE TABLE activity_counts (
  user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  source   text NOT NULL,
  private  boolean NOT NULL,
  is_race  boolean NOT NULL,
  count    integer NOT NULL,
  PRIMARY KEY (user_id, source, private, is_race)
);

INSERT INTO activity_counts (user_id, source, private, is_race, count)
SELECT user_id, source, private, is_race, count(*) FROM activities GROUP BY user_id, source, private, is_race;

-- In one order, so that of two who store for several people neither waits for the other for ever.
CREATE FUNCTION count_stored_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_counts AS c (user_id, source, private, is_race, count)
  SELECT s.user_id, s.source, s.private, s.is_race, count(*) FROM stored s
  GROUP BY s.user_id, s.source, s.private, s.is_race ORDER BY s.user_id, s.source, s.private, s.is_race
  ON CONFLICT (user_id, source, private, is_race) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_counted_new AFTER INSERT ON activities
  REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION count_stored_activities();

-- No row is made: those of an account that goes are gone, or go with it.
CREATE FUNCTION count_gone_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE activity_counts c SET count = c.count - gone.count
  FROM (SELECT g.user_id, g.source, g.private, g.is_race, count(*) AS count FROM gone g
        GROUP BY g.user_id, g.source, g.private, g.is_race) gone
  WHERE (c.user_id, c.source, c.private, c.is_race) = (gone.user_id, gone.source, gone.private, gone.is_race);
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_counted_gone AFTER DELETE ON activities
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_activities();

CREATE FUNCTION count_changed_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE activity_counts SET count = count - 1
  WHERE (user_id, source, private, is_race) = (OLD.user_id, OLD.source, OLD.private, OLD.is_race);
  INSERT INTO activity_counts AS c (user_id, source, private, is_race, count)
  VALUES (NEW.user_id, NEW.source, NEW.private, NEW.is_race, 1)
  ON CONFLICT (user_id, source, private, is_race) DO UPDATE SET count = c.count + 1;
  RETURN NULL;
END
$$;
CREATE TRIGGER activities_counted_anew AFTER UPDATE OF user_id, source, private, is_race ON activities
  FOR EACH ROW WHEN (
    (NEW.user_id, NEW.source, NEW.private, NEW.is_race) IS DISTINCT FROM (OLD.user_id, OLD.source, OLD.private, OLD.is_race)
  ) EXECUTE FUNCTION count_changed_activity();
