import type { ConnectionLost } from '../../integrations/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** What athletes are told when a platform they have connected is connected no more, and not by them. */
export function lostConnection(event: ConnectionLost): Announcement {
  const { provider, provider_title, reason } = event;
  return {
    category: 'reminders',
    type: 'connection_lost',
    subject: event.occurrence_id,
    texts: reason === 'moved' ? movedTexts(provider_title) : refusedTexts(provider_title),
    data: { provider, reason },
  };
}

const refusedTexts = (platform: string): TextsByLanguage => ({
  en: {
    title: `${platform} is no longer connected`,
    message: `${platform} no longer lets us in, so new workouts do not arrive. Connect ${platform} again to go on; what came so far stays.`,
  },
  'zh-TW': {
    title: `${platform} 已中斷連線`,
    message: `${platform} 不再允許我們存取，因此不會再收到新的訓練。請重新連結 ${platform}；先前的紀錄都會保留。`,
  },
  ja: {
    title: `${platform} との連携が切れました`,
    message: `${platform} へのアクセスが許可されなくなったため、新しいワークアウトが届きません。もう一度 ${platform} を連携してください。これまでの記録はそのまま残ります。`,
  },
});

const movedTexts = (platform: string): TextsByLanguage => ({
  en: {
    title: `${platform} is connected to another account`,
    message: `The ${platform} account that you had connected is now connected to another account here, so its new workouts go there. What came so far stays with you.`,
  },
  'zh-TW': {
    title: `${platform} 已連結到另一個帳號`,
    message: `你先前連結的 ${platform} 帳號，現已連結到這裡的另一個帳號，新的訓練會送往該帳號。先前的紀錄仍保留在你這裡。`,
  },
  ja: {
    title: `${platform} は別のアカウントに連携されました`,
    message: `あなたが連携していた ${platform} のアカウントは、別のアカウントに連携されました。新しいワークアウトはそちらに届きます。これまでの記録はあなたのもとに残ります。`,
  },
});
