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
        `there are any. The audit log of ${club} says when and with which API key; your coaches can read it.`,
    },
    'zh-TW': {
      title: '你的訓練資料已被匯出',
      message: `${club} 匯出了訓練資料，其中包含你的資料：你的個人檔案，以及所選期間內的活動。${club} 的稽核紀錄載明匯出的時間與所用的 API 金鑰，你的教練可以查閱。`,
    },
    ja: {
      title: 'トレーニングデータがエクスポートされました',
      message: `${club} が、あなたのプロフィールと対象期間のアクティビティを含むトレーニングデータをエクスポートしました。日時と使用された API キーは ${club} の監査ログに記録されており、コーチが確認できます。`,
    },
  };
}
