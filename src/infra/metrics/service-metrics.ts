import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CHAT_SERVICES, type Messenger } from '../chat/index.ts';
import { ASKED_SERVICES, type HttpClient, HttpClientError } from '../http-client/index.ts';
import { MailError, type Mailer } from '../mail/index.ts';
import type { Pusher } from '../push/index.ts';
import type { RateLimiter } from '../rate-limit/index.ts';
import type { SendOutcome } from '../send-outcome.ts';

/** The same services, each use of them counted. */
export type ServiceMeters = {
  countMails(mailer: Mailer): Mailer;
  countPushes(pusher: Pusher): Pusher;
  countChats(messenger: Messenger): Messenger;
  countCalls(client: HttpClient): HttpClient;
  countRefusals(limiter: RateLimiter): RateLimiter;
};

/** What counted subjects begin with, up to their first colon: behind it stand ids. */
const LIMITS = [
  'api-key',
  'offers-of',
  'offers-of-to',
  'invitation-mails',
  'model-plans',
  'model-plans-of',
  'model-plans-in',
  'model-summaries-of',
  'other',
] as const;
const SEND_OUTCOMES = [
  'sent',
  'gone',
  'busy',
  'refused',
  'unknown',
  'misconfigured',
] as const satisfies readonly SendOutcome['kind'][];
const PUSH_PLATFORMS = ['ios', 'android', 'web'] as const;
const MAIL_OUTCOMES = ['sent', 'failed', 'refused'] as const;
/** What an answer is where there was none. */
const NO_ANSWERS = ['timeout', 'too_large', 'broken'] as const;
/** Seconds. */
const CALL_BUCKETS_S = [0.05, 0.25, 1, 5, 30];

export function createServiceMeters(registers: Registry[]): ServiceMeters {
  return {
    countMails: (mailer) => countMails(mailer, registers),
    countPushes: (pusher) => {
      const pushes = outcomes('ekiden_pushes_total', 'Pushes, by device and what became of each.', registers);
      for (const service of PUSH_PLATFORMS) pushes.know(service);
      return {
        ...pusher,
        send: (target, message, signal) =>
          pushes.count(target.platform, pusher.send(target, message, signal)),
      };
    },
    countChats: (messenger) => {
      const help = 'Messages to chats, by service and what became of each.';
      const chats = outcomes('ekiden_chat_messages_total', help, registers);
      for (const service of CHAT_SERVICES) chats.know(service);
      return {
        ...messenger,
        send: (target, message, signal) =>
          chats.count(target.service, messenger.send(target, message, signal)),
        reply: (token, text, signal) => chats.count('line', messenger.reply(token, text, signal)),
      };
    },
    countCalls: (client) => countCalls(client, registers),
    countRefusals: (limiter) => countRefusals(limiter, registers),
  };
}

function countMails(mailer: Mailer, registers: Registry[]): Mailer {
  const mails = new Counter({
    name: 'ekiden_mails_total',
    help: 'Mails handed to the mail server or the outbox: failed ones are tried again, refused ones are not.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  return {
    ...mailer,
    send: async (message, signal) => {
      try {
        await mailer.send(message, signal);
        mails.inc({ outcome: 'sent' });
      } catch (error) {
        mails.inc({ outcome: error instanceof MailError && error.permanent ? 'refused' : 'failed' });
        throw error;
      }
    },
  };
}

function outcomes(name: string, help: string, registers: Registry[]) {
  const counter = new Counter({ name, help, labelNames: ['service', 'outcome'], registers });
  return {
    know: (service: string): void => {
      for (const outcome of SEND_OUTCOMES) counter.inc({ service, outcome }, 0);
    },
    count: async (service: string, sending: Promise<SendOutcome>): Promise<SendOutcome> => {
      const outcome = await sending;
      counter.inc({ service, outcome: outcome.kind });
      return outcome;
    },
  };
}

function countCalls(client: HttpClient, registers: Registry[]): HttpClient {
  const calls = new Counter({
    name: 'ekiden_outbound_calls_total',
    help: 'Requests to platforms and OpenID providers, by class of status, or why there was no answer.',
    labelNames: ['service', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'ekiden_outbound_call_duration_seconds',
    help: 'How long those requests took, however they ended.',
    labelNames: ['service'],
    buckets: CALL_BUCKETS_S,
    registers,
  });
  for (const service of ASKED_SERVICES)
    for (const status of ['2xx', '3xx', '4xx', '429', '5xx', ...NO_ANSWERS])
      calls.inc({ service, status }, 0);
  return {
    send: async (request) => {
      const { service = 'other' } = request;
      const began = performance.now();
      const count = (status: string): void => {
        calls.inc({ service, status });
        durations.observe({ service }, (performance.now() - began) / 1_000);
      };
      try {
        const response = await client.send(request);
        // Apart from the others: it is what says that a platform's limit is used up.
        count(response.status === 429 ? '429' : `${Math.trunc(response.status / 100)}xx`);
        return response;
      } catch (error) {
        count(error instanceof HttpClientError ? error.fault : 'broken');
        throw error;
      }
    },
  };
}

function countRefusals(limiter: RateLimiter, registers: Registry[]): RateLimiter {
  const refusals = new Counter({
    name: 'ekiden_limit_refusals_total',
    help: 'Requests that a rate limit refused, by what is limited.',
    labelNames: ['limit'],
    registers,
  });
  new Gauge({
    name: 'ekiden_limits_shared',
    help: 'Whether limits are counted in Redis, for all processes together: 1, or 0 in the memory of this one.',
    registers,
    collect() {
      this.set(limiter.backend() === 'redis' ? 1 : 0);
    },
  });
  for (const limit of LIMITS) refusals.inc({ limit }, 0);
  return {
    ...limiter,
    take: async (subject, windows) => {
      const decision = await limiter.take(subject, windows);
      if (!decision.allowed) {
        const [kind] = subject.split(':', 1);
        refusals.inc({ limit: LIMITS.find((limit) => limit === kind) ?? 'other' });
      }
      return decision;
    },
  };
}
