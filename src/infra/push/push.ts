import type { SendOutcome } from '../send-outcome.ts';

/** A device as its push service knows it. */
export type PushTarget = {
  readonly platform: 'ios' | 'android' | 'web';
  /** A token of Firebase; of `web` the subscription of the browser as JSON. A secret. */
  readonly token: string;
};

export type PushMessage = {
  /** Which it is, for logs and the names of files. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** For the app; strings only, as push services have it. */
  readonly data: Readonly<Record<string, string>>;
  /** `high` wakes a sleeping device. */
  readonly urgency: 'normal' | 'high';
  /** How long a device that is off may be waited for, in seconds. */
  readonly ttl_s: number;
};

/**
 * What every push service takes of title, text and data together (`sizeOfPush`): the 4,096 bytes of RFC 8030, less the 103 of the
 * encryption for browsers (RFC 8291, section 4). Firebase and Apple take a little more.
 */
export const MAX_PUSH_BYTES = 3_993;

/** Bytes of title, text and data as JSON in UTF-8, where quotation marks and line breaks count twice. */
export function sizeOfPush({ title, body, data }: Pick<PushMessage, 'title' | 'body' | 'data'>): number {
  return Buffer.byteLength(JSON.stringify({ title, body, data }));
}

export type Pusher = {
  /**
   * Hands one message to the push service of a device, once: who sends again, and when, is the caller's business.
   *
   * @throws only the signal's reason, before anything was sent
   */
  send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** What browsers subscribe with (`applicationServerKey`), base64url; null where the operator has none. */
  readonly web_push_key: string | null;
  /** Why a `web` token cannot be pushed to, in words for who registers it; null when it can. */
  refuseWebToken(token: string): string | null;
  close(): Promise<void>;
};
