import { hash } from 'node:crypto';
import { CHAT_SERVICES, type Messenger } from '../../../infra/chat/index.ts';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { MailError, type Mailer, type MailMessage } from '../../../infra/mail/index.ts';
import type { Pusher } from '../../../infra/push/index.ts';
import type { SendOutcome } from '../../../infra/send-outcome.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { pushTargetOf } from '../devices/device.ts';
import { composePush } from './compose-push.ts';
import { composeChat, composeMail } from './compose-words.ts';
import type { CampaignHooks, StopSummaries } from './outgoing.ts';
import type { SentMessage, TakenDelivery } from './send-queries.ts';

export type SenderDeps = {
  readonly pusher: Pick<Pusher, 'send'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly campaigns: CampaignHooks;
  readonly stopSummaries: StopSummaries;
  readonly baseUrl: string;
};

/** What fails together: settings that are wrong for one address are wrong for all addresses of the service. */
export function serviceOf({ channel, service, platform }: TakenDelivery): string {
  if (channel !== 'push') return service ?? channel;
  return platform === 'web' ? 'web_push' : 'fcm';
}

/**
 * Hands a delivery to its service once. The caller has found no obstacle.
 *
 * @throws the signal's reason, when nothing was sent
 */
export async function sendOne(
  deps: SenderDeps,
  { message, delivery }: { message: SentMessage; delivery: TakenDelivery },
  signal: AbortSignal,
): Promise<SendOutcome> {
  signal.throwIfAborted();
  const { channel, platform, sealed_token, chat_id, user_id, notification } = delivery;
  const to = {
    user_id: user_id ?? '',
    language: LANGUAGES.find((one) => one === delivery.preferences?.language) ?? 'en',
  };
  const said = { message, notification, to };
  if (channel === 'push' && platform !== null && sealed_token !== null) {
    const device = { platform, sealed_token, user_id: to.user_id, token_hash: delivery.address_hash };
    const target = pushTargetOf(deps.secretBox, device);
    if (target === null) return { kind: 'refused', reason: 'token_cannot_be_opened' };
    return await deps.pusher.send(target, composePush(message, notification), signal);
  }
  const service = CHAT_SERVICES.find((one) => one === delivery.service);
  if (channel === 'chat' && chat_id !== null && service !== undefined) {
    const text = composeChat(said, deps);
    return await deps.messenger.send({ service, chat_id }, { id: idOf(message, delivery), text }, signal);
  }
  if (channel === 'email' && delivery.email !== null) {
    const mail = composeMail(said, deps);
    const addressed = { ...mail, to: { address: delivery.email }, message_id: idOf(message, delivery) };
    return await sendMail(deps, addressed, signal);
  }
  return { kind: 'refused', reason: 'no_such_address' };
}

/** A mail that comes twice is shown once, because of its id, so a mail with an unknown outcome may be sent again. */
async function sendMail(
  { mailer }: SenderDeps,
  mail: MailMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  try {
    await mailer.send(mail, signal);
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.permanent) return { kind: 'refused', reason: 'refused_by_mail_server' };
    return { kind: 'busy', reason: 'mail_server', retry_after_ms: null };
  }
}

/** A UUID (version 8, RFC 9562) that stays the same when the message is sent again, and differs for each address. */
function idOf({ id }: SentMessage, { address_hash }: TakenDelivery): string {
  const hex = hash('sha256', Buffer.concat([Buffer.from(id), address_hash]), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
