-- Since when the operator keeps an organization's API keys from working; null: they work.
ALTER TABLE organizations ADD COLUMN suspended_at timestamptz;

-- When the leaders of the organization were last told that nobody uses the key.
ALTER TABLE api_keys ADD COLUMN unused_warned_at timestamptz;

-- Whether Strava and Garmin are connected was also what apps said. From now on only connections say it.
UPDATE users u SET integrations = u.integrations || jsonb_build_object(
  'strava', EXISTS (SELECT FROM platform_connections c
                    WHERE c.user_id = u.user_id AND c.provider = 'strava' AND c.token_expired_at IS NULL),
  'garmin', EXISTS (SELECT FROM platform_connections c
                    WHERE c.user_id = u.user_id AND c.provider = 'garmin' AND c.token_expired_at IS NULL))
WHERE u.integrations ?| ARRAY['strava', 'garmin']
  OR EXISTS (SELECT FROM platform_connections c WHERE c.user_id = u.user_id AND c.provider IN ('strava', 'garmin'));

-- On the way to a platform: which browser may come back, or which app has to confirm the return.
ALTER TABLE connection_attempts
  -- SHA-256 of the state in the address of our own start page; null where an app confirms.
  ADD COLUMN start_hash bytea UNIQUE,
  -- The address of the consent page, encrypted, for who goes on from the start page.
  ADD COLUMN sealed_authorize_url bytea,
  -- SHA-256 of the cookie of the browser that went on from it.
  ADD COLUMN browser_hash bytea,
  -- base64url of the SHA-256 of the app's code_verifier.
  ADD COLUMN code_challenge text,
  -- SHA-256 of what the app was sent to confirm with, and what the platform brought, encrypted.
  ADD COLUMN confirm_hash bytea UNIQUE,
  ADD COLUMN sealed_return bytea;
