-- Each week of a plan says what of its distance is training, and what racing.

CREATE FUNCTION weeks_with_races(weekly_info json, workouts json) RETURNS json LANGUAGE sql IMMUTABLE
RETURN (
  SELECT coalesce(json_object_agg(week.key, json_build_object(
      'phase', week.value -> 'phase',
      'focus', week.value -> 'focus',
      'total_distance_m', week.value -> 'total_distance_m',
      'training_distance_m', (week.value ->> 'total_distance_m')::double precision - raced.metres,
      'race_distance_m', raced.metres,
      'total_duration_s', week.value -> 'total_duration_s',
      'workout_count', week.value -> 'workout_count')
    ORDER BY week.key::integer), '{}')
  FROM json_each(weekly_info) AS week
  CROSS JOIN LATERAL (
    SELECT coalesce(sum((workout ->> 'distance_m')::double precision), 0) AS metres
    FROM json_array_elements(workouts) AS workout
    WHERE workout ->> 'workout_type' = 'race' AND workout ->> 'week_number' = week.key
  ) AS raced
);

UPDATE plans SET weekly_info = weeks_with_races(weekly_info, workouts);
UPDATE plan_assignments SET weekly_info = weeks_with_races(weekly_info, workouts);

DROP FUNCTION weeks_with_races(json, json);
