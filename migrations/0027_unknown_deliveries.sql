-- A push that was handed over and has no answer has not been lost, as far as anybody knows: most have arrived. It is `unknown`.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_state_check;
UPDATE deliveries SET state = 'unknown' WHERE state = 'lost';
ALTER TABLE deliveries ADD CONSTRAINT deliveries_state_check
  CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'gone', 'unknown', 'cancelled'));
UPDATE outgoing_messages SET counts = replace(counts::text, '"lost":', '"unknown":')::jsonb WHERE counts IS NOT NULL;
