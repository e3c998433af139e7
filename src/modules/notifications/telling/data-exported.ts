import type { AthletesExported } from '../../exports/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** What athletes are told when their organization has exported their training data. */
export function dataExported(event: AthletesExported): Announcement {
  const { org_id, org_name, export_id } = event;
  return {
    category: 'team',
    type: 'data_exported',
    subject: export_id,
    texts: textsOf(org_name),
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

function textsOf(club: string): TextsByLanguage {
  return {
    en: {
      title: 'Your training data was exported',
      message:
        `${club} exported training data that includes yours: your profile, and your activities of the range it asked for, if ` +
        `there are any. The list of accesses in your account says when and with which API key, and whether it was downloaded.`,
    },
    'zh-TW': {
      title: '你的訓練資料已被匯出',
      message: `${club} 匯出了訓練資料，其中包含你的資料：你的個人檔案，以及所選期間內的活動。你帳號中的存取紀錄載明匯出的時間、所用的 API 金鑰，以及是否已被下載。`,
    },
    ja: {
      title: 'トレーニングデータがエクスポートされました',
      message: `${club} が、あなたのプロフィールと対象期間のアクティビティを含むトレーニングデータをエクスポートしました。日時、使用された API キー、ダウンロードの有無は、あなたのアカウントのアクセス履歴で確認できます。`,
    },
  };
}
