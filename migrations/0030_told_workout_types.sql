-- A workout shows what sources tell that may be shown in the same places. What another of its sources calls it is the athlete's
-- own all the same: for them alone.
ALTER TABLE activities ADD COLUMN told_workout_type text;
UPDATE activities a SET told_workout_type = (
  SELECT r.told ->> 'workout_type' FROM activity_records r
  WHERE r.user_id = a.user_id AND r.activity_id = a.id AND r.told ->> 'workout_type' IS NOT NULL
  ORDER BY r.key LIMIT 1
)
WHERE a.workout_type IS NULL AND a.merged_under IS NOT NULL AND a.edits -> 'workout_type' IS NULL;
