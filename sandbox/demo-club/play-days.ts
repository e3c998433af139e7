import type { Logger } from 'pino';
import { createEvents, type Events } from '../../src/infra/events/index.ts';
import type { JobRegistration, Jobs } from '../../src/infra/jobs/index.ts';
import { newId } from '../../src/shared/ids.ts';
import type { Clock } from '../../src/shared/time.ts';

/** Days that are over, lived through once more: in the order of time, and with a clock that stands at what is being done. */
export type PlayedDays = {
  readonly from: Date;
  readonly until: Date;
  readonly clock: Clock;
  /** What is put off to a time after the last day stays undone: the server finds it. */
  readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
  /** Nobody hears of what happened before the first day. */
  readonly events: Events;
  /** The same for what happens at a time, whenever it is written. */
  eventsAt(time: Date): Events;
  /** Something that is done at a time, also before the first day. */
  at(time: Date, work: () => Promise<unknown>): void;
  /** A job, by its name, that the scheduler runs at a time. */
  runAt(time: Date, job: string, payload?: object): void;
  /** Does all of it, and what comes of it. The first that fails ends it. */
  play(registrations: readonly JobRegistration[]): Promise<void>;
};

type EnqueueOptions = Parameters<Jobs['enqueue']>[3];
type Waiting = { readonly at_ms: number; readonly work: () => Promise<unknown> };

/** The days between two times, of which nothing has happened yet. */
export function playDays({
  from,
  until,
  logger,
}: {
  readonly from: Date;
  readonly until: Date;
  readonly logger: Logger;
}): PlayedDays {
  const waiting: Waiting[] = [];
  const registered = new Map<string, JobRegistration>();
  let now_ms = Number.NEGATIVE_INFINITY;
  const clock = { now: () => new Date(now_ms) };
  const { signal } = new AbortController();

  const runAt = (at_ms: number, job: string, payload: object): void => {
    waiting.push({
      at_ms,
      work: async () => {
        const registration = registered.get(job);
        if (registration === undefined) throw new Error(`Nobody does ${job} in the demo club.`);
        await registration.run(payload, { job_id: newId(), attempt: 1, signal, logger });
      },
    });
  };
  const put = (job: string, payload: object, options: EnqueueOptions): void =>
    runAt(options?.start_after?.getTime() ?? now_ms, job, payload);
  const eventsOf = (time_ms: () => number): Events =>
    createEvents(
      takeJobs((job, payload) => {
        if (time_ms() >= from.getTime()) runAt(time_ms(), job, payload);
      }),
    );

  return {
    from,
    until,
    clock,
    jobs: takeJobs(put),
    events: eventsOf(() => now_ms),
    eventsAt: (time) => eventsOf(() => time.getTime()),
    at: (time, work) => {
      waiting.push({ at_ms: time.getTime(), work });
    },
    runAt: (time, job, payload = {}) => runAt(time.getTime(), job, payload),
    async play(registrations) {
      for (const one of registrations) registered.set(one.job.name, one);
      for (;;) {
        const next = takeFirst(waiting, until.getTime());
        if (next === undefined) return;
        now_ms = Math.max(now_ms, next.at_ms);
        await next.work();
      }
    },
  };
}

function takeJobs(
  take: (job: string, payload: object, options: EnqueueOptions) => void,
): Pick<Jobs, 'enqueue' | 'enqueueAll'> {
  return {
    enqueue: async (_tx, { name }, payload, options) => {
      take(name, payload, options);
      return null;
    },
    enqueueAll: async (_tx, { name }, many) => {
      for (const { payload, options } of many) take(name, payload, options);
    },
  };
}

/** The earliest by then; of several, the one that was put down first. */
function takeFirst(waiting: Waiting[], until_ms: number): Waiting | undefined {
  let first = -1;
  for (const [place, { at_ms }] of waiting.entries()) {
    const earliest = waiting[first]?.at_ms ?? until_ms + 1;
    if (at_ms < earliest) first = place;
  }
  return first < 0 ? undefined : waiting.splice(first, 1)[0];
}
