import type { Database } from '../../../infra/db/database.ts';
import { inEachLanguage, type Phrases } from '../../../words/index.ts';
import { SOURCE_TITLES } from '../../activities/index.ts';
import type { ArchiveIncomplete, LeftOut } from '../../exports/index.ts';
import { findCoachesAmong } from '../../organizations/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';

/**
 * Tells which activities the terms of sources keep out of an archive. It tells the maker of the key that asked for it, or the head
 * coach where the maker does not coach the organization any more.
 */
export async function notifyOfIncompleteArchive(
  deps: TellDeps & { db: Database },
  event: ArchiveIncomplete,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const coaches = await findCoachesAmong(tx, { org_id: event.org_id, user_ids: event.coach_ids });
    const told = event.coach_ids.find((id) => coaches.includes(id));
    if (told === undefined) return;
    await holdCentres(tx, [told]);
    await tell(deps, tx, [told], incompleteArchive(event));
  });
}

function incompleteArchive({ org_id, org_name, export_id, left_out }: ArchiveIncomplete): Announcement {
  return {
    category: 'team',
    type: 'export_incomplete',
    subject: export_id,
    texts: inEachLanguage((say) => ({
      title: say('notifications.exportIncomplete.title'),
      message: say('notifications.exportIncomplete.message', {
        club: org_name,
        sources: listed(say, left_out),
      }),
    })),
    data: { org_id, org_name, export_id, left_out },
  };
}

/** The sources that are left out, with numbers where the event has them. */
function listed(say: Phrases, left_out: readonly LeftOut[]): string {
  const words = left_out.map(({ source, activities, athletes }) =>
    say('notifications.exportIncomplete.source', {
      source: sourceWords(say, source),
      activities: activities ?? 0,
      athletes: athletes ?? 0,
    }),
  );
  return words.join(say('notifications.list.separator'));
}

const sourceWords = (say: Phrases, source: LeftOut['source']): string =>
  source === 'upload' || source === 'manual'
    ? say(`notifications.exportIncomplete.${source}`)
    : SOURCE_TITLES[source];
