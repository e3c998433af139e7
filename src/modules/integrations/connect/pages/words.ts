import type { InEachLanguage } from '../../../../shared/languages.ts';
import type { FailureReason } from '../return-url.ts';

/** `{platform}` is the name of the platform. */
export type Words = {
  /** Until the script has read the address, and for an address that says nothing. */
  readonly heading: string;
  readonly no_result: string;
  readonly connected_heading: string;
  readonly connected: string;
  readonly not_connected_heading: string;
  readonly reasons: Readonly<Record<FailureReason, string>>;
  readonly any_reason: string;
};

export const WORDS: InEachLanguage<Words> = {
  en: {
    heading: 'Connecting a platform',
    no_result:
      'This page says how it went when you come back from a platform such as Strava or Garmin. There is nothing to say now. Your app shows what is connected.',
    connected_heading: '{platform} is connected',
    connected:
      'Your workouts of the last two months, as far as you allowed that, are on their way here, and new ones will come by themselves. You can close this page.',
    not_connected_heading: '{platform} is not connected',
    reasons: {
      access_denied:
        'You said no at {platform}, so nothing of yours comes here. You can connect it at any other time.',
      invalid_state: 'This attempt can no longer be finished. Begin again where you started it.',
      exchange_failed: '{platform} did not confirm your consent. Wait a moment, then begin again.',
      already_linked:
        'Your account at {platform} is connected to another account here. Disconnect it there first, then begin again.',
      insufficient_scope:
        'What you allowed at {platform} is not enough for workouts to come here. Begin again and leave activities ticked.',
    },
    any_reason: 'Something went wrong. Begin again where you started.',
  },
  'zh-TW': {
    heading: '連結平台',
    no_result:
      '當你從 Strava 或 Garmin 等平台返回時，這個頁面會告訴你連結的結果。目前沒有結果可以顯示。已連結的平台請在你的應用程式中查看。',
    connected_heading: '已連結 {platform}',
    connected:
      '正在匯入最近兩個月的訓練紀錄（以你授權的範圍為限），之後的新紀錄會自動傳來。你可以關閉這個頁面。',
    not_connected_heading: '未連結 {platform}',
    reasons: {
      access_denied: '你在 {platform} 拒絕了授權，因此不會有任何資料傳來。你隨時可以再連結。',
      invalid_state: '這次連結已無法完成。請回到開始的地方重新連結。',
      exchange_failed: '{platform} 沒有確認你的授權。請稍候再重新連結。',
      already_linked: '你的 {platform} 帳號已連結到這裡的另一個帳號。請先在那個帳號解除連結，再重新連結。',
      insufficient_scope: '你在 {platform} 授權的範圍不足以傳送訓練紀錄。請重新連結，並保留活動的勾選。',
    },
    any_reason: '發生問題。請回到開始的地方重新連結。',
  },
  ja: {
    heading: 'プラットフォームとの連携',
    no_result:
      'Strava や Garmin などから戻ったときに、連携の結果を表示するページです。今は表示する結果がありません。連携中のプラットフォームはアプリで確認できます。',
    connected_heading: '{platform} と連携しました',
    connected:
      '許可された範囲で、過去 2 か月のワークアウトを取り込んでいます。新しいワークアウトは自動的に届きます。このページは閉じてかまいません。',
    not_connected_heading: '{platform} と連携していません',
    reasons: {
      access_denied:
        '{platform} で許可されなかったため、データは何も届きません。連携はいつでもやり直せます。',
      invalid_state: 'この連携はもう完了できません。最初からやり直してください。',
      exchange_failed: '{platform} で許可を確認できませんでした。しばらくしてからやり直してください。',
      already_linked:
        'この {platform} のアカウントは、ここの別のアカウントと連携しています。先にそちらの連携を解除してから、やり直してください。',
      insufficient_scope:
        '{platform} で許可された範囲では、ワークアウトを受け取れません。アクティビティのチェックを外さずに、やり直してください。',
    },
    any_reason: '問題が発生しました。最初からやり直してください。',
  },
};
