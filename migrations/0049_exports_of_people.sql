-- Exports that people ask for in the application, beside those that keys ask for. Of one whose requester has deleted their account
-- neither is left.
ALTER TABLE export_jobs ALTER COLUMN api_key_id DROP NOT NULL;
ALTER TABLE export_jobs ADD COLUMN requested_by uuid REFERENCES users ON DELETE SET NULL;
CREATE INDEX export_jobs_person_idx ON export_jobs (requested_by, org_id, created_at DESC, id DESC) WHERE requested_by IS NOT NULL;
