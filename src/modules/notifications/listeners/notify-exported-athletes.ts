import type { Database } from '../../../infra/db/database.ts';
import { inEachLanguage } from '../../../words/index.ts';
import type { AthletesExported } from '../../exports/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';

/** Tells each athlete whose data was exported, once, however often the event is heard. */
export async function notifyExportedAthletes(
  deps: TellDeps & { db: Database },
  event: AthletesExported,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, event.athlete_ids);
    await tell(deps, tx, event.athlete_ids, dataExported(event));
  });
}

function dataExported(event: AthletesExported): Announcement {
  const { org_id, org_name, export_id } = event;
  return {
    category: 'team',
    type: 'data_exported',
    subject: export_id,
    texts: inEachLanguage((say) => ({
      title: say('notifications.dataExported.title'),
      message: say('notifications.dataExported.message', { club: org_name }),
    })),
    data: {
      org_id,
      org_name,
      export_id,
      start_date: event.start_date_ms,
      end_date: event.end_date_ms,
      completed_at: event.completed_at_ms,
      accesses_path: '/api/v1/users/me/accesses',
      // Coaches can read it; the entry's target_id is the export's id.
      audit_log_path: `/api/v1/organizations/${org_id}/audit-logs`,
    },
  };
}
