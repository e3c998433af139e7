import type { Database } from '../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import type { Feedback } from './feedback.ts';
import { presentOwnFeedback } from './present.ts';
import { findOwnFeedback } from './queries.ts';

const PAGE = 500;

/** What somebody said of their workouts. It goes with them, by cascade. */
export function feedbackData(deps: { db: Database }): PersonalData {
  return {
    name: 'feedback',
    columns: ['feedback.user_id'],
    files: {
      'feedback.json': 'What you said of activities and planned workouts, and when you said each part of it.',
    },
    async *collect(user_id) {
      yield { name: 'feedback.json', records: texts(deps.db, user_id) };
    },
  };
}

async function* texts(db: Database, user_id: string): AsyncGenerator<string[]> {
  const pages = pagesOf<Feedback>(PAGE, (page) => findOwnFeedback(db, { user_id, ...page }));
  for await (const page of pages) {
    yield page.map((one) => JSON.stringify({ ...presentOwnFeedback(one), said_at: one.said_at }));
  }
}
