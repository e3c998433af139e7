import type { Queryable } from '../../infra/db/database.ts';
import { DAY_MS } from '../../shared/time.ts';
import { findLatestNotes } from '../feedback/index.ts';
import { findLatestMessages } from '../messages/index.ts';
import type { AthleteFacts } from './facts-queries.ts';

/** Something that an athlete wrote to coaches: with a workout, or in the conversation with the organization. */
export type Words = {
  readonly source: 'feedback' | 'message';
  readonly text: string;
  /** Whether the text goes on. */
  readonly is_cut: boolean;
  readonly said_at: Date;
  readonly activity_id: string | null;
  readonly workout_id: string | null;
  readonly conversation_id: string | null;
};

/** What is older is no news. */
const WORDS_DAYS = 14;
/** Of a text that is shown in a row. */
export const SHOWN_CHARS = 500;
const NOWHERE = { activity_id: null, workout_id: null, conversation_id: null } as const;

/**
 * What athletes wrote of late as coaches see it, by athlete, the newest first.
 *
 * @param only_waiting of messages those alone that wait for an answer
 */
export async function findWords(
  db: Queryable,
  {
    org_id,
    athletes,
    now,
    most,
    only_waiting,
  }: {
    readonly org_id: string;
    readonly athletes: readonly AthleteFacts[];
    readonly now: Date;
    readonly most: number;
    readonly only_waiting: boolean;
  },
): Promise<Map<string, Words[]>> {
  const since = new Date(now.getTime() - WORDS_DAYS * DAY_MS);
  const notes = await findLatestNotes(db, {
    ...{ org_id, since, most },
    athletes: athletes
      .filter(({ sees_notes }) => sees_notes)
      .map(({ user_id, activities }) => ({ user_id, ceiling: activities })),
  });
  const athlete_ids = athletes.map(({ user_id }) => user_id);
  const messages = await findLatestMessages(db, { org_id, athlete_ids, since, most });
  const words = [
    ...notes.map(({ user_id, text, said_at, ...at }) => ({
      ...{ user_id, said_at, source: 'feedback' as const, ...NOWHERE, ...at, ...cut(text) },
    })),
    ...messages
      .filter(({ is_waiting }) => is_waiting || !only_waiting)
      .map(({ user_id, text, said_at, conversation_id }) => ({
        ...{ user_id, said_at, source: 'message' as const, ...NOWHERE, conversation_id, ...cut(text) },
      })),
  ];
  return new Map(
    [...Map.groupBy(words, ({ user_id }) => user_id)].map(([user_id, own]) => [
      user_id,
      own
        .toSorted((a, b) => b.said_at.getTime() - a.said_at.getTime())
        .slice(0, most)
        .map(({ user_id: _own, ...one }) => one),
    ]),
  );
}

function cut(text: string): Pick<Words, 'text' | 'is_cut'> {
  const letters = [...text];
  const is_cut = letters.length > SHOWN_CHARS;
  return { text: is_cut ? letters.slice(0, SHOWN_CHARS).join('') : text, is_cut };
}
