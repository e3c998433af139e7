import type { Logger } from 'pino';
import { createEvents, type Events } from '../../src/infra/events/index.ts';
import type { JobRegistration, Jobs } from '../../src/infra/jobs/index.ts';
import { newId } from '../../src/shared/ids.ts';

/** Days that are over, lived through once more: in the order of time, and with a clock that stands at what is being done. */
export type PlayedDays = ReturnType<typeof playDays>;

type EnqueueOptions = Parameters<Jobs['enqueue']>[3];
type Work = () => Promise<unknown>;

/** The days between two times, of which nothing has happened yet. */
export function playDays({ from, until, logger }: { from: Date; until: Date; logger: Logger }) {
  const waiting: { readonly at_ms: number; readonly work: Work }[] = [];
  const registered = new Map<string, JobRegistration>();
  let now_ms = Number.NEGATIVE_INFINITY;
  const { signal } = new AbortController();

  const at = (at_ms: number, work: Work): unknown => waiting.push({ at_ms, work });
  const runAt = (at_ms: number, job: string, payload: object): unknown =>
    at(at_ms, async () => {
      const registration = registered.get(job);
      if (registration === undefined) throw new Error(`Nobody does ${job} in the demo club.`);
      await registration.run(payload, { job_id: newId(), attempt: 1, signal, logger });
    });
  const eventsOf = (time_ms: () => number): Events =>
    createEvents(
      takeJobs((job, payload) => {
        if (time_ms() >= from.getTime()) runAt(time_ms(), job, payload);
      }),
    );
  /** The earliest there is; of several, the one that was put down first. */
  const takeFirst = (): (typeof waiting)[number] | undefined => {
    const first = waiting.reduce(
      (earliest, { at_ms }, place) => (at_ms < (waiting[earliest]?.at_ms ?? 0) ? place : earliest),
      0,
    );
    const is_over = (waiting[first]?.at_ms ?? Number.POSITIVE_INFINITY) > until.getTime();
    return is_over ? undefined : waiting.splice(first, 1)[0];
  };

  return {
    from,
    until,
    clock: { now: () => new Date(now_ms) },
    /** What is put off to a time after the last day stays undone: the server finds it. */
    jobs: takeJobs((job, payload, options) => runAt(options?.start_after?.getTime() ?? now_ms, job, payload)),
    /** Nobody hears of what happened before the first day. */
    events: eventsOf(() => now_ms),
    /** The same for what happens at a time, whenever it is written. */
    eventsAt: (time: Date): Events => eventsOf(() => time.getTime()),
    /** Something that is done at a time, also before the first day. */
    at: (time: Date, work: Work): unknown => at(time.getTime(), work),
    /** A job, by its name, that the scheduler runs at a time. */
    runAt: (time: Date, job: string, payload: object = {}): unknown => runAt(time.getTime(), job, payload),
    /** Does all of it, and what comes of it. The first that fails ends it. */
    play: async (registrations: readonly JobRegistration[]): Promise<void> => {
      for (const one of registrations) registered.set(one.job.name, one);
      for (let next = takeFirst(); next !== undefined; next = takeFirst()) {
        now_ms = Math.max(now_ms, next.at_ms);
        await next.work();
      }
    },
  };
}

function takeJobs(
  take: (job: string, payload: object, options: EnqueueOptions) => unknown,
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
