import type { Database } from '../../infra/db/database.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { AthletesExported } from '../exports/index.ts';
import { dataExported } from './data-exported.ts';
import { holdCentres, insertNotifications } from './queries.ts';

/** Tells each athlete whose data went out, once however often the event is heard. */
export async function tellExportedAthletes(
  { db, clock }: { db: Database; clock: Clock },
  event: AthletesExported,
): Promise<void> {
  const recipients = event.athlete_ids.map((user_id) => ({ id: newId(), user_id }));
  await db.transaction(async (tx) => {
    await holdCentres(tx, event.athlete_ids);
    await insertNotifications(tx, recipients, dataExported(event), clock.now());
  });
}
