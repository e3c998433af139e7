-- What a name of an organization looks like: SHA-256 of the name with letters that look alike made one. A name has up to three, as it
-- is written, in small letters and in capitals. No two organizations share one, however simultaneously they ask. Those of
-- organizations that were there before are filled by the server when it starts; where two looked alike then, the older one has it.
CREATE TABLE organization_name_keys (
  key     bytea PRIMARY KEY,
  org_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE
);
CREATE INDEX organization_name_keys_org_idx ON organization_name_keys (org_id);
