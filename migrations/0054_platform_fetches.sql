-- What a platform has to be asked has the name that it has everywhere else. Jobs that wait under the former
-- name are taken up by the one that resumes what has lost its job (`integrations.resume`).
ALTER TABLE platform_errands RENAME TO platform_fetches;
ALTER INDEX platform_errands_open_idx RENAME TO platform_fetches_open_idx;
ALTER INDEX platform_errands_told_idx RENAME TO platform_fetches_told_idx;
ALTER INDEX platform_errands_pkey RENAME TO platform_fetches_pkey;
