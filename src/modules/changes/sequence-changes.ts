import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { hasNotedChanges, sequenceNoted, takeTurnToSequence } from './queries.ts';

const BATCH = 10_000;
/** Whoever asks for changes waits for so many batches; what is noted beyond them is told with the next page. */
const MOST_BATCHES = 5;

/** Sequences all committed changes. Only committed ones are seen, one process at a time, so later commits get later positions. */
export async function sequenceChanges({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES && (await hasNotedChanges(db)); batch += 1) {
    await db.transaction(async (tx) => {
      await takeTurnToSequence(tx);
      await sequenceNoted(tx, { limit: BATCH, now: clock.now() });
    });
  }
}
