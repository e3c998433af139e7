-- Export jobs of the developer API. The archive itself lies in the object store under object_key.

CREATE TABLE export_jobs (
  id                 uuid PRIMARY KEY,
  org_id             uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  api_key_id         uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  export_type        text NOT NULL DEFAULT 'org_activities',
  start_date_ms      bigint,
  end_date_ms        bigint,
  format             text NOT NULL CHECK (format IN ('csv', 'json', 'both')),
  -- As asked for: an id that is no member (or no uuid at all) is skipped with a reason, not refused.
  athlete_ids        text[],
  status             text NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'deleted')),
  object_key         text,
  file_size_bytes    bigint,
  schema_version     text,
  error_message      text,
  skipped_athletes   jsonb,
  created_at         timestamptz NOT NULL,
  completed_at       timestamptz,
  expires_at         timestamptz
);
CREATE INDEX export_jobs_key_idx ON export_jobs (api_key_id, created_at DESC, id DESC);
CREATE INDEX export_jobs_expiry_idx ON export_jobs (expires_at) WHERE status = 'completed';
CREATE INDEX export_jobs_org_idx ON export_jobs (org_id);
