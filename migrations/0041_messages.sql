-- Comments, messages and coaches' private notes.

-- What is said about one thing: a workout, a planned one, a week or a session of the club (comments), or the one conversation of an
-- athlete with the coaches of an organization. It belongs to one organization, and to one membership: who leaves and joins again
-- begins anew.
CREATE TABLE message_threads (
  id               uuid PRIMARY KEY,
  org_id           uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- Whose it is; null for what is the club's, such as a session.
  athlete_id       uuid REFERENCES users ON DELETE CASCADE,
  -- `joined_at` of the membership, where there is an athlete.
  member_since     timestamptz,
  kind             text NOT NULL CHECK (kind IN ('activity', 'planned_workout', 'week', 'session', 'conversation')),
  -- Which one of its kind: ids, or the Monday of a week; empty for the conversation, of which there is one.
  key              text NOT NULL,
  created_at       timestamptz NOT NULL,
  last_post_id     uuid,
  last_post_at     timestamptz(3) NOT NULL,
  -- Of a conversation: when the athlete wrote what no coach has answered since.
  waiting_since    timestamptz(3),
  -- When the membership ended: nobody reads it over the API any more, and the athlete keeps it in their archive.
  closed_at        timestamptz,
  CHECK ((athlete_id IS NULL) = (member_since IS NULL)),
  CHECK ((athlete_id IS NULL) = (kind = 'session')),
  UNIQUE NULLS NOT DISTINCT (org_id, athlete_id, member_since, kind, key)
);
CREATE INDEX message_threads_athlete_idx ON message_threads (athlete_id, id);
-- The inbox of the coaches, and those who wait for an answer.
CREATE INDEX message_threads_inbox_idx ON message_threads (org_id, last_post_at, id)
  WHERE kind = 'conversation' AND closed_at IS NULL;
CREATE INDEX message_threads_waiting_idx ON message_threads (org_id, waiting_since, id)
  WHERE waiting_since IS NOT NULL AND closed_at IS NULL;

CREATE TABLE message_posts (
  id             uuid PRIMARY KEY,
  thread_id      uuid NOT NULL REFERENCES message_threads ON DELETE CASCADE,
  -- Null for who has deleted their account: then the words are gone as well.
  author_id      uuid REFERENCES users ON DELETE SET NULL,
  -- As what they wrote it.
  author_role    text NOT NULL CHECK (author_role IN ('athlete', 'coach', 'participant')),
  -- Null for what was deleted.
  text           text,
  -- Links to workouts and plans: kinds and ids.
  attachments    jsonb NOT NULL DEFAULT '[]',
  -- Where in a workout it hangs: a lap, or a stretch of time.
  place          jsonb,
  -- Of a thread no two have the same.
  created_at     timestamptz(3) NOT NULL,
  edited_at      timestamptz,
  deleted_at     timestamptz,
  hidden_at      timestamptz,
  hidden_by      uuid REFERENCES users ON DELETE SET NULL,
  hidden_reason  text,
  CHECK ((text IS NULL) = (deleted_at IS NOT NULL)),
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  UNIQUE (thread_id, created_at)
);
CREATE INDEX message_posts_author_idx ON message_posts (author_id, id);
CREATE INDEX message_posts_hidden_by_idx ON message_posts (hidden_by) WHERE hidden_by IS NOT NULL;

-- What a post said before it was changed, each with when it was written.
CREATE TABLE message_post_versions (
  id          uuid PRIMARY KEY,
  post_id     uuid NOT NULL REFERENCES message_posts ON DELETE CASCADE,
  text        text NOT NULL,
  written_at  timestamptz NOT NULL
);
CREATE INDEX message_post_versions_post_idx ON message_post_versions (post_id, written_at, id);

CREATE TABLE message_mentions (
  post_id  uuid NOT NULL REFERENCES message_posts ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX message_mentions_user_idx ON message_mentions (user_id);

-- How far a person has read a thread, and how many posts of others are later and still there. Kept, not counted.
CREATE TABLE message_reads (
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  thread_id     uuid NOT NULL REFERENCES message_threads ON DELETE CASCADE,
  read_until    timestamptz(3),
  unread        integer NOT NULL CHECK (unread >= 0),
  -- When the first of them came.
  unread_since  timestamptz(3),
  -- Whether a mail has told of them; the next post takes that back.
  is_told     boolean NOT NULL DEFAULT false,
  CHECK ((unread = 0) = (unread_since IS NULL)),
  PRIMARY KEY (user_id, thread_id)
);
CREATE INDEX message_reads_thread_idx ON message_reads (thread_id, user_id);
CREATE INDEX message_reads_unread_idx ON message_reads (user_id, thread_id) WHERE unread > 0;
CREATE INDEX message_reads_to_mail_idx ON message_reads (unread_since, user_id) WHERE unread > 0 AND NOT is_told;

-- When somebody was last told by mail of what they have not read: once a day at most.
CREATE TABLE message_digests (
  user_id  uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  told_at  timestamptz NOT NULL
);

-- What in whose threads has changed, for streams of the notification centre: the version of the centre at which it did.
CREATE TABLE thread_news (
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  thread_id  uuid NOT NULL REFERENCES message_threads ON DELETE CASCADE,
  version    bigint NOT NULL,
  PRIMARY KEY (user_id, thread_id)
);
CREATE INDEX thread_news_version_idx ON thread_news (user_id, version);
CREATE INDEX thread_news_thread_idx ON thread_news (thread_id);

-- What coaches write down about an athlete for each other. The athlete gets it in their archive.
CREATE TABLE coach_notes (
  id            uuid PRIMARY KEY,
  org_id        uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  athlete_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- `joined_at` of the membership it is about, with whose end it goes.
  member_since  timestamptz NOT NULL,
  -- Null for who has deleted their account.
  author_id     uuid REFERENCES users ON DELETE SET NULL,
  author_role   text NOT NULL CHECK (author_role IN ('head_coach', 'admin', 'assistant_coach')),
  text          text NOT NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX coach_notes_athlete_idx ON coach_notes (athlete_id, org_id, created_at, id);
CREATE INDEX coach_notes_org_idx ON coach_notes (org_id);
CREATE INDEX coach_notes_author_idx ON coach_notes (author_id);

-- Reading notes is noted for the athlete as well.
-- Whose target is a person: EVENTS_ABOUT_A_PERSON of the audit module.
CREATE OR REPLACE FUNCTION audit_is_about_a_person(event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT event_type IN ('membership_offered', 'membership_declined', 'membership_withdrawn',
                        'member_added', 'member_updated', 'member_removed', 'coach_added', 'coach_removed',
                        'group_member_added', 'group_member_removed', 'plan_assigned',
                        'post_hidden', 'coach_note_written', 'coach_note_changed', 'coach_note_deleted')
$$;
