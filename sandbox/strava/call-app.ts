/** What an app answered, and how long it took by the machine's clock. */
type AppAnswer = {
  /** Null: no answer in time, or none at all. */
  readonly status: number | null;
  readonly type: string;
  readonly body: string;
  readonly took_ms: number;
  readonly failure: string | null;
};

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Nothing of the stand-in leaves the machine. */
export function isOnLoopback(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && LOOPBACK.includes(url.hostname)
  );
}

/** Calls the app and waits no longer than it may take, the body included; a redirect is an answer like any other. */
export async function callApp(
  address: string,
  options: RequestInit & { limit_ms: number; stop: AbortSignal },
): Promise<AppAnswer> {
  const { limit_ms, stop, ...init } = options;
  const began = performance.now();
  const took = (): number => Math.round(performance.now() - began);
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(limit_ms)]);
    const response = await fetch(address, { ...init, redirect: 'manual', signal });
    const body = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body, took_ms: took(), failure: null };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    const failure = late ? `no answer within ${limit_ms} ms` : String(error);
    return { status: null, type: '', body: '', took_ms: took(), failure };
  }
}
