import type { Database } from '../../../infra/db/database.ts';
import type { AthletesExported } from '../../exports/index.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';
import { dataExported } from './data-exported.ts';

/** Tells each athlete whose data went out, once however often the event is heard. */
export async function tellExportedAthletes(
  deps: TellDeps & { db: Database },
  event: AthletesExported,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, event.athlete_ids);
    await tell(deps, tx, event.athlete_ids, dataExported(event));
  });
}
