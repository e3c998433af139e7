import type { Database, Transaction } from '../db/database.ts';
import { handleJob, type JobRegistration, type Jobs } from '../jobs/index.ts';
import type { EventDefinition, Listener } from './event.ts';

export { defineEvent, type Listener, on } from './event.ts';

export type Events = {
  /**
   * Tells everybody who listens, once the writer's transaction has committed, and nobody when it has not.
   *
   * @throws Error for a payload that the event's own parser refuses, or an event that nobody listens to
   */
  emit<Payload extends object>(
    tx: Transaction,
    event: EventDefinition<Payload>,
    payload: Payload,
  ): Promise<void>;
  /** The same of many subjects at once, one event each. */
  emitAll<Payload extends object>(
    tx: Transaction,
    event: EventDefinition<Payload>,
    payloads: readonly Payload[],
  ): Promise<void>;
};

export function createEvents(jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>): Events {
  return {
    async emit(tx, event, payload) {
      await jobs.enqueue(tx, event.job, payload);
    },
    async emitAll(tx, event, payloads) {
      const many = payloads.map((payload) => ({ payload }));
      await jobs.enqueueAll(tx, event.job, many);
    },
  };
}

type EventDeps = { readonly db: Database; readonly jobs: Pick<Jobs, 'enqueue'> };

/**
 * The jobs behind the events: one an event, which passes it on, and one a listener. Each listener has its own attempts,
 * so that one that fails neither repeats nor delays another.
 */
export function eventJobs(deps: EventDeps, listeners: readonly Listener[]): readonly JobRegistration[] {
  const byEvent = Map.groupBy(listeners, ({ event }) => event);
  const passingOn = [...byEvent].map(([event, heard]) =>
    handleJob(event.job, (payload) => passOn(deps, payload, heard)),
  );
  return [...passingOn, ...listeners.map(({ registration }) => registration)];
}

/** To all of them or, if it fails in the middle, to none yet. */
async function passOn(
  { db, jobs }: EventDeps,
  payload: object,
  listeners: readonly Listener[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { registration } of listeners) await jobs.enqueue(tx, registration.job, payload);
  });
}
