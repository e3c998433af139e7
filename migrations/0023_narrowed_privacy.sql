-- What a member closes for one organization below their general settings, {"share_pace_data": false, ...}. A true here would open
-- what the general settings close, since whoever reads takes users.privacy || narrowed_privacy.
ALTER TABLE organization_members ADD COLUMN narrowed_privacy jsonb NOT NULL DEFAULT '{}' CHECK (
  jsonb_typeof(narrowed_privacy) = 'object'
  AND NOT jsonb_path_exists(narrowed_privacy, 'strict $.* ? (@.type() != "boolean" || @ == true)')
);
