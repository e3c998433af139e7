-- Workouts that were done, as a coach says, without a recording that shows it: a mark in the athlete's own plan.
ALTER TABLE assigned_workouts ADD COLUMN done_elsewhere boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION list_assigned_workouts(assignment plan_assignments) RETURNS void LANGUAGE sql AS $$
  INSERT INTO assigned_workouts (assignment_id, place, org_id, user_id, workout_id, date, workout_type, title, duration_s, distance_m,
    done_elsewhere)
  SELECT assignment.id, w.place, assignment.org_id, assignment.user_id, coalesce(w.workout ->> 'id', ''), (w.workout ->> 'date')::date,
    coalesce(w.workout ->> 'workout_type', ''), coalesce(w.workout ->> 'title', ''),
    coalesce((w.workout ->> 'duration_s')::double precision, 0), coalesce((w.workout ->> 'distance_m')::double precision, 0),
    coalesce((w.workout ->> 'done_elsewhere')::boolean, false)
  FROM json_array_elements(assignment.workouts) WITH ORDINALITY AS w (workout, place)
  WHERE w.workout ->> 'date' IS NOT NULL
$$;
