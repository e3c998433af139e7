import type { KeysRevoked, KeyUnused } from '../../api-keys/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** What leaders are told when keys end with the role or the account of who made them. It names nobody. */
export function keysRevoked(event: KeysRevoked, org_name: string): Announcement {
  const { org_id, reason, keys } = event;
  const names = keys.map(({ name }) => name);
  return {
    category: 'team',
    type: 'api_keys_revoked',
    subject: event.occurrence_id,
    texts: reason === 'role_ended' ? roleEndedTexts(names, org_name) : accountEndedTexts(names, org_name),
    data: { org_id, org_name, reason, key_ids: keys.map(({ key_id }) => key_id) },
  };
}

/** What leaders are told of a key that never expires and that nobody has used for long. */
export function keyUnused(event: KeyUnused, org_name: string): Announcement {
  const { org_id, key_id, name, unused_days } = event;
  return {
    category: 'team',
    type: 'api_key_unused',
    subject: event.occurrence_id,
    texts: unusedTexts(name, org_name, unused_days),
    data: { org_id, org_name, key_id, unused_days },
  };
}

/** As many as fit into a message. */
const MOST_NAMED = 3;

function listed(
  names: readonly string[],
  quotes: string,
  and: string,
  more: (count: number) => string,
): string {
  const [open = '', close = ''] = quotes;
  const named = names.slice(0, MOST_NAMED).map((name) => `${open}${name}${close}`);
  const rest = names.length - named.length;
  return named.join(and) + (rest > 0 ? more(rest) : '');
}

const english = (names: readonly string[]): string =>
  listed(names, '“”', ', ', (count) => ` and ${count} more`);
const chinese = (names: readonly string[]): string =>
  listed(names, '「」', '、', (count) => `等另外 ${count} 個`);
const japanese = (names: readonly string[]): string =>
  listed(names, '「」', '、', (count) => `ほか ${count} 件`);

const roleEndedTexts = (names: readonly string[], club: string): TextsByLanguage => ({
  en: {
    title: 'API keys were revoked',
    message: `These API keys of ${club} were revoked, because who made them no longer leads it: ${english(names)}. Programs that use them are refused. Make a new key for each program that you still need.`,
  },
  'zh-TW': {
    title: 'API 金鑰已撤銷',
    message: `${club} 的下列 API 金鑰已撤銷，因為建立者已不再管理此組織：${chinese(names)}。使用這些金鑰的程式將遭拒絕。請為仍需使用的程式建立新的金鑰。`,
  },
  ja: {
    title: 'API キーが無効になりました',
    message: `作成者が ${club} の管理者ではなくなったため、次の API キーは無効になりました：${japanese(names)}。これらを使うプログラムは拒否されます。引き続き必要なプログラムには新しいキーを作成してください。`,
  },
});

const accountEndedTexts = (names: readonly string[], club: string): TextsByLanguage => ({
  en: {
    title: 'API keys were revoked',
    message: `These API keys of ${club} were revoked, because the account of who made them was closed: ${english(names)}. Programs that use them are refused. Make a new key for each program that you still need.`,
  },
  'zh-TW': {
    title: 'API 金鑰已撤銷',
    message: `${club} 的下列 API 金鑰已撤銷，因為建立者的帳號已關閉：${chinese(names)}。使用這些金鑰的程式將遭拒絕。請為仍需使用的程式建立新的金鑰。`,
  },
  ja: {
    title: 'API キーが無効になりました',
    message: `作成者のアカウントが閉鎖されたため、${club} の次の API キーは無効になりました：${japanese(names)}。これらを使うプログラムは拒否されます。引き続き必要なプログラムには新しいキーを作成してください。`,
  },
});

const unusedTexts = (name: string, club: string, days: number): TextsByLanguage => ({
  en: {
    title: 'An API key is not being used',
    message: `The API key “${name}” of ${club} never expires and has not been used for ${days} days. If nothing needs it, revoke it.`,
  },
  'zh-TW': {
    title: '有一個 API 金鑰未在使用',
    message: `${club} 的 API 金鑰「${name}」沒有到期日，且已有 ${days} 天未使用。如果不再需要，請撤銷它。`,
  },
  ja: {
    title: '使われていない API キーがあります',
    message: `${club} の API キー「${name}」には有効期限がなく、${days} 日間使われていません。不要であれば無効にしてください。`,
  },
});
