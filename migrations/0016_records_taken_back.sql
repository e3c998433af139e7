-- What a source takes back may come again: then as the athlete had left it.

ALTER TABLE activity_records
  -- What was set by hand of a workout that the source took back, and nothing else of it but what it is recognised by. Null for
  -- all that are told, and for those of deleted workouts.
  ADD COLUMN edits json,
  ADD CHECK (edits IS NULL OR told IS NULL);
