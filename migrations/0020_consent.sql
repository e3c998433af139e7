-- Consent: what organizations ask people to be, whom they may not ask, and head coaches who have not agreed yet.

-- What somebody was asked to be and has not answered. The texts are what the coach typed, for the roster after a yes.
CREATE TABLE membership_offers (
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role          text NOT NULL CHECK (role IN ('member', 'assistant_coach', 'admin', 'head_coach')),
  display_name  text,
  member_level  text,
  labels        text[] NOT NULL DEFAULT '{}',
  offered_by    uuid REFERENCES users ON DELETE SET NULL,
  offered_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id, role)
);
CREATE INDEX membership_offers_org_idx ON membership_offers (org_id, offered_at, user_id);
CREATE INDEX membership_offers_user_idx ON membership_offers (user_id);
CREATE INDEX membership_offers_offered_by_idx ON membership_offers (offered_by) WHERE offered_by IS NOT NULL;
-- One of the two roles of a coach at a time, and one person who is to lead.
CREATE UNIQUE INDEX membership_offers_coach_key ON membership_offers (org_id, user_id)
  WHERE role IN ('assistant_coach', 'admin');
CREATE UNIQUE INDEX membership_offers_head_coach_key ON membership_offers (org_id) WHERE role = 'head_coach';

-- Organizations that may not ask somebody again until that person allows it.
CREATE TABLE membership_blocks (
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  org_id      uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  reason      text NOT NULL CHECK (reason IN ('declined', 'left')),
  blocked_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, org_id)
);
CREATE INDEX membership_blocks_org_idx ON membership_blocks (org_id);

-- Without a head coach is an organization whose named head coach declined or deleted their account before they accepted.
ALTER TABLE organizations
  ALTER COLUMN head_coach_user_id DROP NOT NULL,
  ADD COLUMN head_coach_accepted_at timestamptz;
UPDATE organizations SET head_coach_accepted_at = created_at;

CREATE OR REPLACE FUNCTION audit_is_about_a_person(event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT event_type IN ('membership_offered', 'membership_declined', 'membership_withdrawn',
                        'member_added', 'member_updated', 'member_removed', 'coach_added', 'coach_removed',
                        'group_member_added', 'group_member_removed', 'plan_assigned')
$$;
