import type { SendOutcome } from '../send-outcome.ts';

export type PushTarget = {
  readonly platform: 'ios' | 'android' | 'web';
  /** A Firebase token; for `web` the browser's subscription as JSON. A secret. */
  readonly token: string;
};

export type PushMessage = {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string>>;
  /** `high` wakes a sleeping device. */
  readonly urgency: 'normal' | 'high';
  /** How many seconds the service may keep the push for a device that is off. */
  readonly ttl_s: number;
};

/**
 * The most bytes of title, text and data together (`sizeOfPush`) for every push service: 4,096 bytes (RFC 8030) minus 103
 * for browser encryption (RFC 8291, section 4). Firebase and Apple take a little more.
 */
export const MAX_PUSH_BYTES = 3_993;

/** Bytes of title, text and data as JSON in UTF-8, where quotation marks and line breaks count twice. */
export function sizeOfPush({ title, body, data }: Pick<PushMessage, 'title' | 'body' | 'data'>): number {
  return Buffer.byteLength(JSON.stringify({ title, body, data }));
}

export type Pusher = {
  /**
   * Sends one message to a device's push service, once; retrying is the caller's business.
   * @throws only the signal's reason, before anything was sent
   */
  send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** What browsers subscribe with (`applicationServerKey`), base64url; null where the operator has none. */
  readonly web_push_key: string | null;
  /** Why a `web` token cannot be pushed to, in words for its sender; null when it can. */
  refuseWebToken(token: string): string | null;
  close(): Promise<void>;
};
