import assert from 'node:assert/strict';
import { pino } from 'pino';
import { type FcmSandbox, startFcm } from '../../sandbox/fcm/start-fcm.ts';
import { parseConfig } from '../config.ts';
import { createPoster, type Poster } from '../infra/http-client/index.ts';
import { createFcmSender } from '../infra/push/fcm.ts';
import type { PushMessage } from '../infra/push/push.ts';
import type { FcmAccount } from '../infra/push/settings.ts';
import type { SendOutcome } from '../infra/send-outcome.ts';

type LogLine = { readonly level: number; readonly platform: string; readonly reason: string };
type Send = (
  token: string,
  message?: Partial<PushMessage>,
  options?: { readonly signal?: AbortSignal; readonly platform?: 'ios' | 'android' },
) => Promise<SendOutcome>;

/** Who sends pushes by FCM, a stand-in for it, and the clock of both, which stands still unless told. */
export type FcmStage = {
  readonly fcm: FcmSandbox;
  readonly poster: Poster;
  advance(ms: number): void;
  /** A sender that knows nothing yet; of the account of the stand-in but for what is given. */
  sender(changes?: Partial<FcmAccount>, poster?: Poster): Send;
  /** What was logged, and forgets it. */
  logged(): readonly LogLine[];
  /** Everything goes well again, and nothing was sent. */
  clear(): void;
  stop(): Promise<void>;
};

export const FCM_MESSAGE: PushMessage = {
  id: '0190-push',
  title: '今週のまとめ',
  body: 'Three runs, 31 km.',
  data: { type: 'weekly_summary', week_start: '2026-11-16' },
  urgency: 'normal',
  ttl_s: 86_400,
};

/** The stage's clock begins on 22 November 2026 at 8 o'clock UTC. */
export async function startFcmStage(): Promise<FcmStage> {
  let now = Date.parse('2026-11-22T08:00:00Z');
  const clock = { now: () => new Date(now) };
  const fcm = await startFcm({ clock });
  const own_poster = createPoster();
  const app = parseConfig(fcm.env()).push.fcm;
  assert.ok(app);
  const account = { ...app.account, api_url: app.api_url };
  const lines: LogLine[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  return {
    fcm,
    poster: own_poster,
    advance: (ms) => {
      now += ms;
    },
    sender: (changes = {}, poster = own_poster) => {
      const sender = createFcmSender({ ...account, ...changes }, { poster, clock, logger });
      return (token, message = {}, { platform = 'android', signal = new AbortController().signal } = {}) =>
        sender.send({ platform, token }, { ...FCM_MESSAGE, ...message }, signal);
    },
    logged: () => lines.splice(0),
    clear: () => {
      fcm.faults.clear();
      fcm.messages.forget();
      lines.length = 0;
    },
    stop: async () => {
      own_poster.close();
      await fcm.stop();
    },
  };
}

/** Lets whatever is under way go on until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
