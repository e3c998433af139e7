import type { Database } from '../../../infra/db/database.ts';
import { SOURCE_TITLES } from '../../activities/index.ts';
import type { ArchiveIncomplete, LeftOut } from '../../exports/index.ts';
import { findCoachesAmong } from '../../organizations/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';

/**
 * Tells who made the key that asked for an archive that sources' terms keep activities out of it; or, where they coach the
 * organization no more, its head coach.
 */
export async function tellOfIncompleteArchive(
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
    texts: textsOf(org_name, left_out),
    data: { org_id, org_name, export_id, left_out },
  };
}

/** Sources that have no name of their own. */
const OWN_WORDS = {
  en: { upload: 'uploaded files', manual: 'manual entries' },
  'zh-TW': { upload: '上傳的檔案', manual: '手動輸入' },
  ja: { upload: 'アップロードされたファイル', manual: '手入力' },
} as const;

const COUNTED = {
  en: ({ activities, athletes }: LeftOut) => ` (activities: ${activities}, athletes: ${athletes})`,
  'zh-TW': ({ activities, athletes }: LeftOut) => `（${activities} 筆活動、${athletes} 位運動員）`,
  ja: ({ activities, athletes }: LeftOut) => `（アクティビティ ${activities} 件、選手 ${athletes} 人）`,
} as const;

function listed(language: keyof typeof COUNTED, left_out: readonly LeftOut[]): string {
  const words: Partial<Record<string, string>> = OWN_WORDS[language];
  return left_out
    .map((one) => `${words[one.source] ?? SOURCE_TITLES[one.source]}${COUNTED[language](one)}`)
    .join(language === 'en' ? ', ' : '、');
}

function textsOf(club: string, left_out: readonly LeftOut[]): TextsByLanguage {
  return {
    en: {
      title: 'An export leaves activities out',
      message: `The export of ${club} is ready, but without what the terms of these sources do not let out: ${listed('en', left_out)}. You can still see it here.`,
    },
    'zh-TW': {
      title: '匯出的資料不含部分活動',
      message: `${club} 的匯出已完成，但依來源條款未包含：${listed('zh-TW', left_out)}。你仍可在這裡查看這些活動。`,
    },
    ja: {
      title: 'エクスポートに含まれないアクティビティがあります',
      message: `${club} のエクスポートが完了しましたが、提供元の規約により次のものは含まれていません：${listed('ja', left_out)}。これらはここでは引き続き閲覧できます。`,
    },
  };
}
