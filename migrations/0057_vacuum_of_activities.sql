-- Counts and deep pages of lists are read from activities_user_start_idx alone, where VACUUM has seen the rows' pages. By default it
-- comes when a fifth of the table is new, and the newest are what lists begin with: of thirty million rows a deep page looked at 977 pages
-- of the table and its index instead of 20, a count of a year at 373 instead of 10. What has been seen is passed over, so that coming
-- more often costs little.
ALTER TABLE activities SET (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
