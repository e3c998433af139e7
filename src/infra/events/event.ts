import {
  defineJob,
  handleJob,
  type JobDefinition,
  type JobHandler,
  type JobRegistration,
} from '../jobs/index.ts';

/** What happened, as the module in which it happens declares it: importable by whoever emits or hears it. */
export type EventDefinition<Payload extends object> = {
  /** The job of an emitted event until it has been passed to its listeners. */
  readonly job: JobDefinition<Payload>;
};

/** Somebody who hears an event; made by `on`. */
export type Listener = {
  readonly event: EventDefinition<object>;
  readonly registration: JobRegistration;
};

/** How often and how long a listener is tried. */
export type ListenerPolicy = Pick<JobDefinition<object>, 'retry' | 'expire_in_s' | 'concurrency' | 'sends'>;

/** Passing on is a few inserts, so only an outage or the end of the process fails it. */
const PASSING_ON = {
  retry: { limit: 12, delay_s: 1, backoff: true, max_delay_s: 600 },
  expire_in_s: 60,
} as const;

/** Some five hours, with pauses of up to an hour: a listener's service may be away for an evening. */
const HEARING: ListenerPolicy = {
  retry: { limit: 12, delay_s: 5, backoff: true, max_delay_s: 3_600 },
  expire_in_s: 300,
};

/**
 * Declares an event.
 *
 * @param event.name what happened, in the past tense: `athletes_exported`. Stored with each event: do not rename
 * @param event.payload parses what the database gave back; throws when it is not a payload. It is read by other
 *   versions of the program, so fields are only ever added, and optional
 */
export function defineEvent<Payload extends object>(event: {
  readonly name: string;
  readonly payload: (value: unknown) => Payload;
}): EventDefinition<Payload> {
  return { job: defineJob({ ...PASSING_ON, name: `events/${event.name}`, payload: event.payload }) };
}

/**
 * Declares a listener.
 * @param listener stored with pending jobs: do not rename
 * @param handler may run twice for one event, also concurrently, and in any order
 * @param policy where the default does not fit
 */
export function on<Payload extends object>(
  event: EventDefinition<Payload>,
  listener: string,
  handler: JobHandler<Payload>,
  policy: Partial<ListenerPolicy> = {},
): Listener {
  const { name, payload } = event.job;
  const job = defineJob<Payload>({ ...HEARING, ...policy, name: `${name}/${listener}`, payload });
  return { event, registration: handleJob(job, handler) };
}
