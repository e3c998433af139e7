import { openClient } from './keep-alive-client.ts';

/**
 * The load, as a process of its own so that it can have a core of its own. It does one round for each message and
 * answers with what it counted; it ends when its parent goes.
 */
export type LoadRound = {
  readonly port: number;
  readonly paths: readonly string[];
  readonly authorization?: string;
  /** Sent as `X-API-Key`. */
  readonly api_key?: string;
  /** JSON of the same number as `paths`; then the requests are POSTs. */
  readonly bodies?: readonly string[];
  /** What each answer should be; 200 when not said. */
  readonly status?: number;
  readonly connections: number;
  readonly warm_up_ms: number;
  readonly measure_ms: number;
};
export type LoadResult = {
  readonly requests_per_s: number;
  /** Milliseconds. */
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  readonly slowest_ms: number;
  /** All answers, those of the warm-up included. */
  readonly answers: number;
  /** Answers other than what they should be; there must be none. */
  readonly failures: number;
};

function requestOf(round: LoadRound, path: string, body: string | undefined): Buffer {
  const headers = [
    `Host: 127.0.0.1:${round.port}`,
    ...(round.authorization === undefined ? [] : [`Authorization: ${round.authorization}`]),
    ...(round.api_key === undefined ? [] : [`X-API-Key: ${round.api_key}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const method = body === undefined ? 'GET' : 'POST';
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

async function runRound(round: LoadRound): Promise<LoadResult> {
  const requests = round.paths.map((path, index) => requestOf(round, path, round.bodies?.[index]));
  const from = performance.now() + round.warm_up_ms;
  const to = from + round.measure_ms;
  const times: number[] = [];
  let answers = 0;
  let failures = 0;
  let next = 0;
  const knock = async (): Promise<void> => {
    const client = await openClient(round.port);
    for (;;) {
      const begun = performance.now();
      if (begun >= to) break;
      const request = requests[next++ % requests.length];
      if (request === undefined) break;
      const status = await client.send(request);
      const ended = performance.now();
      answers += 1;
      if (status !== (round.status ?? 200)) failures += 1;
      else if (ended >= from && ended < to) times.push(ended - begun);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: round.connections }, knock));
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return {
    requests_per_s: (times.length * 1000) / round.measure_ms,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    slowest_ms: times.at(-1) ?? 0,
    answers,
    failures,
  };
}

process.on('message', (round: LoadRound) => {
  runRound(round).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
