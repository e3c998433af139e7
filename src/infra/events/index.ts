import type { Database, Transaction } from '../db/database.ts';
import { handleJob, type JobRegistration, type Jobs } from '../jobs/index.ts';
import type { EventDefinition, Listener } from './event.ts';

export { defineEvent, type Listener, on } from './event.ts';

export type Events = {
  emit<Payload extends object>(
    tx: Transaction,
    event: EventDefinition<Payload>,
    payload: Payload,
  ): Promise<void>;
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
 * The jobs behind the events: one passes an event on, and one runs each listener. Listeners have separate attempts, so a
 * failing one neither repeats nor delays another.
 */
export function eventJobs(deps: EventDeps, listeners: readonly Listener[]): readonly JobRegistration[] {
  const byEvent = Map.groupBy(listeners, ({ event }) => event);
  const passingOn = [...byEvent].map(([event, heard]) =>
    handleJob(event.job, (payload) => passOn(deps, payload, heard)),
  );
  return [...passingOn, ...listeners.map(({ registration }) => registration)];
}

/** Enqueues all listeners in one transaction. */
async function passOn(
  { db, jobs }: EventDeps,
  payload: object,
  listeners: readonly Listener[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { registration } of listeners) await jobs.enqueue(tx, registration.job, payload);
  });
}
