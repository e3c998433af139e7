-- Limits of single keys, where they are other than the server's; null is the server's.
ALTER TABLE api_keys
  ADD COLUMN requests_per_minute integer CHECK (requests_per_minute > 0),
  ADD COLUMN requests_per_hour   integer CHECK (requests_per_hour > 0),
  ADD COLUMN exports_per_hour    integer CHECK (exports_per_hour > 0);
