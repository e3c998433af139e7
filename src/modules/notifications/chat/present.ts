import { CHAT_SERVICES } from '../../../infra/chat/index.ts';
import type { ChatSettings, ConnectedChat } from './chat.ts';
import type * as wire from './contract.ts';

/** Every messenger there is, connected or not. */
export function presentChats(connected: readonly ConnectedChat[], settings: ChatSettings): wire.Chat[] {
  return CHAT_SERVICES.map((service) => ({
    service,
    available: settings[service] !== undefined,
    linked_at: connected.find((one) => one.service === service)?.linked_at.toISOString() ?? null,
  }));
}

export function presentLink(link: { code: string; url: string; expires_at: Date }): wire.ChatLink {
  return { code: link.code, url: link.url, expires_at: link.expires_at.toISOString() };
}
