import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What the HTTP server tells of itself. */
export type HttpMeter = {
  answered(answer: AnsweredRequest): void;
  /** @param count how many streams of events are open now */
  watchStreams(count: () => number): void;
};

type AnsweredRequest = {
  readonly method: string;
  /** The route's template; undefined where no route was found. */
  readonly route: string | undefined;
  readonly status: number;
  readonly duration_s: number;
  /** A stream of events lasts as long as somebody listens, which is no duration of a request. */
  readonly is_stream: boolean;
};

const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
type StatusClass = (typeof STATUS_CLASSES)[number];
/** Those of routes, and what browsers ask of themselves; Node reads some thirty more. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Seconds. Few, since each is a series of every route, method and class. */
const DURATION_BUCKETS_S = [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Who posts to us, by the last segments of the routes that are there for it. */
const SENDERS = ['strava', 'garmin', 'line', 'telegram'] as const;
type Sender = (typeof SENDERS)[number];
const WEBHOOK_ROUTE = /\/webhooks?\/(\w+)(?:\/|$)/;
const WEBHOOK_OUTCOMES = ['taken', 'refused', 'failed'] as const;

export function createHttpMeter(registers: Registry[]): HttpMeter {
  const durations = new Histogram({
    name: 'ekiden_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer, by route; streams of events left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const answers = new Counter({
    name: 'ekiden_http_answers_total',
    help: 'Requests that were answered, by class of status.',
    labelNames: ['status'],
    registers,
  });
  const webhooks = new Counter({
    name: 'ekiden_webhooks_received_total',
    help: 'Posts of platforms, by what was answered.',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  for (const status of STATUS_CLASSES.slice(1)) answers.inc({ status }, 0);
  for (const platform of SENDERS)
    for (const outcome of WEBHOOK_OUTCOMES) webhooks.inc({ platform, outcome }, 0);
  const senders = new Map<string, Sender | undefined>();
  const senderOf = (route: string): Sender | undefined => {
    if (!senders.has(route)) {
      const name = WEBHOOK_ROUTE.exec(route)?.[1];
      senders.set(
        route,
        SENDERS.find((sender) => sender === name),
      );
    }
    return senders.get(route);
  };
  let open = (): number => 0;
  new Gauge({
    name: 'ekiden_event_streams_open',
    help: 'Streams of server-sent events that are open.',
    registers,
    collect() {
      this.set(open());
    },
  });
  return {
    answered: ({ method, route = 'unmatched', status, duration_s, is_stream }) => {
      const statusClass = classOf(status);
      answers.inc({ status: statusClass });
      if (!is_stream) {
        const labels = { method: METHODS.has(method) ? method : 'other', route, status: statusClass };
        durations.observe(labels, duration_s);
      }
      const platform = senderOf(route);
      if (platform !== undefined && method !== 'GET' && method !== 'HEAD')
        webhooks.inc({ platform, outcome: outcomeOf(statusClass) });
    },
    watchStreams: (count) => {
      open = count;
    },
  };
}

function classOf(status: number): StatusClass {
  return STATUS_CLASSES[Math.trunc(status / 100) - 1] ?? '5xx';
}

function outcomeOf(status: StatusClass): (typeof WEBHOOK_OUTCOMES)[number] {
  if (status === '5xx') return 'failed';
  return status === '4xx' ? 'refused' : 'taken';
}
