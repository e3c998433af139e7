import {
  defineJob,
  handleJob,
  type JobDefinition,
  type JobHandler,
  type JobRegistration,
} from '../jobs/index.ts';

/** What happened, as the module in which it happens declares it: importable by whoever emits or hears it. */
export type EventDefinition<Payload extends object> = {
  /** The job that an emitted event is, until it has been passed on to its listeners. */
  readonly job: JobDefinition<Payload>;
};

/** Somebody who hears an event; made by `on`. */
export type Listener = {
  readonly event: EventDefinition<object>;
  readonly registration: JobRegistration;
};

/** How often and how long a listener is tried. */
export type ListenerPolicy = Pick<JobDefinition<object>, 'retry' | 'expire_in_s' | 'concurrency' | 'sends'>;

/** Passing on is two or three inserts: only a database that is away, or a process that dies, fails it. */
const PASSING_ON = {
  retry: { limit: 12, delay_s: 1, backoff: true, max_delay_s: 600 },
  expire_in_s: 60,
} as const;

/** Some five hours, the longest pause an hour: what a listener needs may be away for an evening. */
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
 * Says who hears an event.
 *
 * @param listener stored with what waits for it: do not rename
 * @param handler may run twice for one event, also at once, and hears events in any order
 * @param policy where the usual one does not fit
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
