import { inEachLanguage } from '../../../words/index.ts';
import type { AthletesExported } from '../../exports/index.ts';
import type { Announcement } from '../centre/notification.ts';

/** What athletes are told when their organization has exported their training data. */
export function dataExported(event: AthletesExported): Announcement {
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
      // The athlete's own: the id of the export is that of the entry.
      accesses_path: '/api/v1/users/me/accesses',
      // Coaches can read it; the entry's target_id is the export.
      audit_log_path: `/api/v1/organizations/${org_id}/audit-logs`,
    },
  };
}
