-- The notification centre, what goes out by push, mail and chat, campaigns, and summaries.

-- Deleted from the centre: its words are gone, the row stays, so that nobody is told the same twice.
ALTER TABLE notifications ADD COLUMN deleted_at timestamptz;
CREATE INDEX notifications_centre_idx ON notifications (user_id, created_at DESC) WHERE deleted_at IS NULL;
-- Those of one category among very many others.
CREATE INDEX notifications_category_idx ON notifications (user_id, category, created_at DESC) WHERE deleted_at IS NULL;

-- One row for each person who was ever told something: what is asked for all the time, without counting.
CREATE TABLE notification_centres (
  user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Of those that are not deleted.
  total       integer NOT NULL CHECK (total >= 0),
  unread      integer NOT NULL CHECK (unread BETWEEN 0 AND total),
  -- All of this time and before are read, whatever their own rows say: reading all of a hundred thousand is one write.
  read_until  timestamptz(3) NOT NULL DEFAULT '-infinity',
  -- Grows with every change, for those who watch.
  version     bigint NOT NULL DEFAULT 1
);
INSERT INTO notification_centres (user_id, total, unread)
  SELECT user_id, count(*), count(*) FILTER (WHERE NOT is_read) FROM notifications GROUP BY user_id;

-- When somebody wants to be left alone, where they are; no row: never. It may begin in the evening and end in the morning.
CREATE TABLE quiet_hours (
  user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  starts      time(0) NOT NULL,
  ends        time(0) NOT NULL,
  updated_at  timestamptz NOT NULL,
  CHECK (starts <> ends)
);

-- Whose campaigns somebody does not want, by any channel.
CREATE TABLE campaign_opt_outs (
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  opted_out_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, org_id)
);
CREATE INDEX campaign_opt_outs_org_idx ON campaign_opt_outs (org_id);

-- Who wants to hear of what, besides the topics everybody hears of and those of their own organizations.
CREATE TABLE topic_subscriptions (
  user_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  topic          text NOT NULL,
  subscribed_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, topic)
);
CREATE INDEX topic_subscriptions_topic_idx ON topic_subscriptions (topic, user_id);

-- Whom a chat messenger knows under which id there.
CREATE TABLE chat_accounts (
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  service    text NOT NULL CHECK (service IN ('line', 'telegram')),
  chat_id    text NOT NULL,
  linked_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, service),
  UNIQUE (service, chat_id)
);
-- What somebody sends to our account there to say who they are; SHA-256 of it.
CREATE TABLE chat_link_codes (
  code_hash   bytea PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  service     text NOT NULL CHECK (service IN ('line', 'telegram')),
  expires_at  timestamptz NOT NULL,
  UNIQUE (user_id, service)
);
CREATE INDEX chat_link_codes_expiry_idx ON chat_link_codes (expires_at);

-- Something that goes out to people, from one person's notification to a campaign of fifty thousand.
CREATE TABLE outgoing_messages (
  id            uuid PRIMARY KEY,
  kind          text NOT NULL CHECK (kind IN ('notice', 'topic', 'campaign')),
  -- Whose it is; null: the server's own.
  org_id        uuid REFERENCES organizations ON DELETE CASCADE,
  topic         text,
  -- json, not jsonb: read whole. Whom a campaign is for.
  audience      json,
  channels      text[] NOT NULL,
  -- Null where each delivery's notification says it.
  title         text,
  body          text,
  data          json,
  created_by    uuid REFERENCES users ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  state         text NOT NULL CHECK (state IN ('spreading', 'sending', 'done', 'cancelled')),
  -- The person after whom the next are looked for, and how many batches there are so far.
  spread_after  uuid,
  batches       integer NOT NULL DEFAULT 0,
  -- Whom it does not go to, and why: {"push": {"opted_out": 3}}.
  skipped       jsonb NOT NULL DEFAULT '{}',
  -- What became of its deliveries, once they are gone from here.
  counts        jsonb,
  finished_at   timestamptz
);
CREATE INDEX outgoing_messages_org_idx ON outgoing_messages (org_id) WHERE org_id IS NOT NULL;
CREATE INDEX outgoing_messages_created_by_idx ON outgoing_messages (created_by) WHERE created_by IS NOT NULL;
-- Those that somebody works on, and those that are removed one day.
CREATE INDEX outgoing_messages_open_idx ON outgoing_messages (created_at) WHERE counts IS NULL;
CREATE INDEX outgoing_messages_finished_idx ON outgoing_messages (finished_at) WHERE counts IS NOT NULL;

-- One message to one device, mailbox or chat. Who deletes their account stays in the counts, as nobody.
CREATE TABLE deliveries (
  outgoing_id      uuid NOT NULL REFERENCES outgoing_messages ON DELETE CASCADE,
  channel          text NOT NULL CHECK (channel IN ('push', 'email', 'chat')),
  -- What it goes to: a device's token_hash, SHA-256 of user id and service otherwise. Nothing goes to the same place twice.
  address_hash     bytea NOT NULL,
  user_id          uuid REFERENCES users ON DELETE SET NULL,
  -- Of the chat messengers, which.
  service          text,
  notification_id  uuid,
  batch            integer NOT NULL,
  -- waiting → sending → sent, failed, gone (nothing is there any more), lost (nobody knows) or cancelled
  state            text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'gone', 'lost', 'cancelled')),
  attempts         smallint NOT NULL DEFAULT 0,
  due_at           timestamptz NOT NULL,
  -- The attempt that has taken it to send.
  claim            uuid,
  claimed_at       timestamptz,
  reason           text,
  PRIMARY KEY (outgoing_id, channel, address_hash)
);
CREATE INDEX deliveries_open_idx ON deliveries (outgoing_id, batch, due_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX deliveries_user_idx ON deliveries (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE campaigns (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  title         text NOT NULL,
  body          text NOT NULL,
  channels      text[] NOT NULL,
  audience      json NOT NULL,
  state         text NOT NULL CHECK (state IN ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  scheduled_at  timestamptz,
  -- In which it was scheduled, an IANA name: a clock change moves the instant, not the time of day.
  time_zone     text NOT NULL,
  created_by    uuid REFERENCES users ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  sent_at       timestamptz,
  outgoing_id   uuid REFERENCES outgoing_messages ON DELETE SET NULL,
  CHECK (state <> 'scheduled' OR scheduled_at IS NOT NULL)
);
CREATE INDEX campaigns_org_idx ON campaigns (org_id, created_at DESC, id DESC);
CREATE INDEX campaigns_created_by_idx ON campaigns (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX campaigns_outgoing_idx ON campaigns (outgoing_id) WHERE outgoing_id IS NOT NULL;
-- Those whose time is awaited, of all organizations.
CREATE INDEX campaigns_due_idx ON campaigns (scheduled_at) WHERE state = 'scheduled';

-- Who was looked at for a day of theirs, on which a plan may have something to do: reminded once, however often it is asked.
CREATE TABLE workout_reminders (
  user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day      date NOT NULL,
  PRIMARY KEY (user_id, day)
);

-- What a week of training was, in figures and in words, once for each person and week.
CREATE TABLE weekly_summaries (
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A Monday, where the person was then.
  week_start    date NOT NULL,
  time_zone     text NOT NULL,
  -- json, not jsonb: read whole. The figures that the text is made of.
  facts         json NOT NULL,
  distance_m    double precision NOT NULL,
  activities    integer NOT NULL,
  runner_score  smallint CHECK (runner_score BETWEEN 0 AND 100),
  summary_text  text NOT NULL,
  language      text NOT NULL,
  persona       text NOT NULL,
  engine        text NOT NULL,
  generated_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, week_start)
);

CREATE TABLE activity_summaries (
  id            uuid PRIMARY KEY,
  activity_id   uuid NOT NULL REFERENCES activities ON DELETE CASCADE,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  facts         json NOT NULL,
  summary_text  text NOT NULL,
  persona       text NOT NULL,
  language      text NOT NULL,
  engine        text NOT NULL,
  created_at    timestamptz NOT NULL,
  UNIQUE (activity_id, persona, language)
);
CREATE INDEX activity_summaries_user_idx ON activity_summaries (user_id);
