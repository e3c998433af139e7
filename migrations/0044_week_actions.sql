-- Which workouts of a copy are no more those of the saved plan: moved, changed, taken out, or put there. A change of the saved plan leaves
-- them as they are.
ALTER TABLE plan_assignments ADD COLUMN own_workout_ids uuid[] NOT NULL DEFAULT '{}';

-- What coaches changed in athletes' copies, for a day, so that it can be undone.
CREATE TABLE calendar_actions (
  id          uuid PRIMARY KEY,
  org_id      uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  created_by  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the token that undoes it.
  undo_hash   bytea NOT NULL UNIQUE,
  -- What was not done, and why, for whoever sends the same request again.
  refused     jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  undone_at   timestamptz
);
CREATE INDEX calendar_actions_created_idx ON calendar_actions (created_at);
CREATE INDEX calendar_actions_org_idx ON calendar_actions (org_id);
CREATE INDEX calendar_actions_by_idx ON calendar_actions (created_by);

CREATE TABLE calendar_action_changes (
  action_id  uuid NOT NULL REFERENCES calendar_actions ON DELETE CASCADE,
  place      integer NOT NULL,
  plan_id    uuid NOT NULL REFERENCES plan_assignments ON DELETE CASCADE ON UPDATE CASCADE,
  -- The workout before, and after; null where there was none.
  before     json,
  after      json,
  -- Whether it was one of the copy's own before.
  was_own    boolean NOT NULL,
  PRIMARY KEY (action_id, place)
);
CREATE INDEX calendar_action_changes_plan_idx ON calendar_action_changes (plan_id);

-- Whose target is a person: EVENTS_ABOUT_A_PERSON of the audit module.
CREATE OR REPLACE FUNCTION audit_is_about_a_person(event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT event_type IN ('membership_offered', 'membership_declined', 'membership_withdrawn',
                        'member_added', 'member_updated', 'member_removed', 'coach_added', 'coach_removed',
                        'group_member_added', 'group_member_removed', 'plan_assigned',
                        'post_hidden', 'coach_note_written', 'coach_note_changed', 'coach_note_deleted',
                        'workouts_changed', 'workout_moved')
$$;
