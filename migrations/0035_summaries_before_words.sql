-- A summary is there by rules while a model still words it; its athlete is told when that is done.
ALTER TABLE activity_summaries ADD COLUMN is_told boolean NOT NULL DEFAULT true;
CREATE INDEX activity_summaries_untold_idx ON activity_summaries (user_id) WHERE NOT is_told;
