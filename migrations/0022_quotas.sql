-- What each account uses of its quotas, counted as it is taken and given back: nothing is summed up when somebody uploads.

CREATE TABLE account_usage (
  user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  quota    text NOT NULL CHECK (quota IN ('recording_bytes', 'uploads_per_day', 'organizations_founded', 'samples')),
  used     bigint NOT NULL CHECK (used >= 0),
  -- Of what is counted by day, the day (UTC) that `used` is of.
  day      date,
  PRIMARY KEY (user_id, quota)
);

INSERT INTO account_usage (user_id, quota, used)
SELECT user_id, 'recording_bytes', sum(size_bytes) FROM activity_files GROUP BY user_id
UNION ALL
SELECT user_id, 'samples', count(*) FROM health_samples GROUP BY user_id
UNION ALL
SELECT u.user_id, 'organizations_founded', count(*)
FROM audit_log l JOIN users u ON u.user_id::text = l.actor_id
WHERE l.event_type = 'organization_created' AND l.actor_type = 'user'
GROUP BY u.user_id;

-- An organization's drafts of campaigns are counted when another one is written.
CREATE INDEX campaigns_drafts_idx ON campaigns (org_id) WHERE state = 'draft';
