-- Sessions of browsers, whose tokens come as a cookie and not as a refresh token: what is one is never taken for the other.
ALTER TABLE sessions ADD COLUMN is_cookie boolean NOT NULL DEFAULT false;
-- When the current token of a cookie was first sent back. Until then the one before it is answered with it, however late: the
-- answer that brought it may have been lost.
ALTER TABLE sessions ADD COLUMN successor_used_at timestamptz;
