-- How many more requests platforms take from all servers together, as their answers said: by the window of time that it holds for.
CREATE TABLE platform_allowances (
  provider    text        NOT NULL,
  ends_at     timestamptz NOT NULL,
  calls       integer     NOT NULL,
  calls_left  integer     NOT NULL,
  PRIMARY KEY (provider, ends_at, calls)
);
