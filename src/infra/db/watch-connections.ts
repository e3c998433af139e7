import type { Socket } from 'node:net';
import pg, { type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { isServerError } from './database-errors.ts';
import { isHeldPatiently } from './waiting-line.ts';

export type WatchTimings = {
  readonly look: number;
  /** A statement silent for this long is asked about on another connection. */
  readonly silence: number;
  readonly longest_pause: number;
  /** A statement that a caller waits for is abandoned after this long without news, when no new connection can be made. */
  readonly lost: number;
  /** The same for background work, see `patiently`. */
  readonly lost_patient: number;
  readonly answer: number;
};

type Watched = {
  readonly pid: number;
  bytes_read: number;
  /** When the last byte came, or no answer was due, as observed by the last check. */
  heard_at: number;
  idle_at: number;
  ask_at: number;
  /** How many times in a row the server said that it does nothing for this connection. */
  denials: number;
};

/** A statement may end between question and answer, but not twice in a row. */
const DENIALS = 2;

/** The server processes that are working, no answer, or an answer that does not tell. */
type AtWork = ReadonlySet<number> | 'no answer' | 'unknown';

/** Distinguishes lost connections from slow statements. */
export type ConnectionWatch = {
  add(client: PoolClient, pid: number): void;
  /** Whether a connection was idle at a time since which another one got no answer. */
  isStale(client: PoolClient): boolean;
  stop(): void;
};

/**
 * Ends connections whose pending answer will never come. Neither TCP nor time can tell: proxies and firewalls accept
 * bytes for lost connections, and a statement may take a minute. So the server is asked on a new connection whether it
 * works for the old one.
 */
export function watchConnections(options: {
  pool: Pool;
  /** Asks, on new connections, which server processes are working. */
  atWork(pids: readonly number[]): Promise<AtWork>;
  longest_silence_ms?: number;
  timings: WatchTimings;
  logger: Logger;
}): ConnectionWatch {
  const { pool, timings, logger, longest_silence_ms = Number.POSITIVE_INFINITY } = options;
  const inUse = new Set<PoolClient>();
  const watched = new WeakMap<PoolClient, Watched>();
  /** Connections that were idle when a silence began may be dead too. */
  let silenceBegan = Number.NEGATIVE_INFINITY;
  /** Whether the server did not answer the last question. */
  let isUnanswered = false;
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  let stopped = false;

  const look = (): void => {
    const now = performance.now();
    const due: { client: PoolClient; state: Watched }[] = [];
    for (const client of inUse) {
      const state = watched.get(client);
      if (state === undefined) continue;
      if (isHeard(client, state))
        Object.assign(state, { heard_at: now, ask_at: now + timings.silence, denials: 0 });
      else if (isUnanswered && isLost(client, state)) cut(client, state);
      else if (state.ask_at <= now) due.push({ client, state });
    }
    if (due.length > 0 && !asking) void ask(due);
    schedule();
  };

  const schedule = (): void => {
    clearTimeout(timer);
    timer = inUse.size === 0 || stopped ? undefined : setTimeout(look, timings.look).unref();
  };

  const ask = async (due: readonly { client: PoolClient; state: Watched }[]): Promise<void> => {
    asking = true;
    const pids = due.map(({ state }) => state.pid);
    const atWork = await options.atWork(pids);
    asking = false;
    isUnanswered = atWork === 'no answer';
    const now = performance.now();
    for (const { client, state } of due) {
      if (!inUse.has(client) || isHeard(client, state)) continue;
      const silent_ms = now - state.heard_at;
      if (atWork === 'no answer') {
        if (isLost(client, state)) cut(client, state);
      } else if (silent_ms > longest_silence_ms) {
        cut(client, state);
      } else if (atWork === 'unknown' || atWork.has(state.pid)) {
        state.denials = 0;
        state.ask_at = now + Math.min(Math.max(silent_ms, timings.silence), timings.longest_pause);
      } else {
        state.denials += 1;
        if (state.denials >= DENIALS) cut(client, state);
      }
    }
  };

  const isLost = (client: PoolClient, state: Watched): boolean =>
    performance.now() - state.heard_at >= (isHeldPatiently(client) ? timings.lost_patient : timings.lost);

  const cut = (client: PoolClient, state: Watched): void => {
    silenceBegan = Math.max(silenceBegan, state.heard_at);
    const silent_ms = Math.round(performance.now() - state.heard_at);
    logger.debug({ silent_ms }, 'a database connection is dead and was cut');
    streamOf(client).destroy(
      Object.assign(
        new Error(
          isUnanswered
            ? 'the connection was silent, and the server answers on no other'
            : 'the connection was silent, and the server does not work for it',
        ),
        { code: 'ETIMEDOUT' },
      ),
    );
  };

  pool.on('acquire', (client) => {
    const now = performance.now();
    const state = watched.get(client);
    if (state !== undefined)
      Object.assign(state, { heard_at: now, ask_at: now + timings.silence, denials: 0 });
    inUse.add(client);
    if (timer === undefined) schedule();
  });
  pool.on('release', (_error, client) => {
    inUse.delete(client);
    const state = watched.get(client);
    if (state !== undefined) state.idle_at = performance.now();
  });
  pool.on('remove', (client) => inUse.delete(client));

  return {
    add(client, pid) {
      const now = performance.now();
      const state = {
        pid,
        bytes_read: 0,
        heard_at: now,
        idle_at: now,
        ask_at: now + timings.silence,
        denials: 0,
      };
      watched.set(client, state);
    },
    isStale: (client) => (watched.get(client)?.idle_at ?? Number.POSITIVE_INFINITY) <= silenceBegan,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function isHeard(client: PoolClient, state: Watched): boolean {
  const stream = streamOf(client);
  const { bytesRead } = stream;
  // The driver's mark that the last statement is answered; unread input waits for this process, not for the server.
  const isDue = Reflect.get(client, 'readyForQuery') === false && stream.readableLength === 0;
  const isHeard = !isDue || bytesRead !== state.bytes_read;
  state.bytes_read = bytesRead;
  return isHeard;
}

export function streamOf(client: pg.ClientBase): Socket {
  return (client as pg.Client).connection.stream as Socket;
}

/**
 * Which server processes are working, asked on a connection of its own. A process that waits for its client does not
 * count: all output of this process is written and all input read.
 */
export async function pidsAtWork(
  connection: pg.ClientConfig,
  pids: readonly number[],
  within_ms: number,
): Promise<AtWork> {
  return await askAnew(connection, within_ms, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE pid = ANY($1::int[]) AND (state = 'disabled' OR state = 'active' AND wait_event_type IS DISTINCT FROM 'Client')`,
      [pids],
    );
    return new Set(rows.map(({ pid }) => pid));
  });
}

export async function isAnsweredBehind(
  server: pg.ClientConfig,
  pooler: pg.ClientConfig,
  within_ms: number,
): Promise<AtWork> {
  const answers = await Promise.all([
    pidsAtWork(server, [], within_ms),
    askAnew(pooler, within_ms, async () => 'unknown'),
  ]);
  return answers.includes('no answer') ? 'no answer' : 'unknown';
}

async function askAnew(
  connection: pg.ClientConfig,
  within_ms: number,
  question: (client: pg.Client) => Promise<AtWork>,
): Promise<AtWork> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: within_ms,
    query_timeout: within_ms,
  });
  client.on('error', () => undefined);
  const began = performance.now();
  try {
    await client.connect();
    return await question(client);
  } catch (error) {
    // A server without free connections or without the right to look answers all the same. When this process was too busy, the answer may be unread.
    const isLate = performance.now() - began > 1.25 * within_ms;
    return isLate || (isServerError(error) && !error.code.startsWith('57P0')) ? 'unknown' : 'no answer';
  } finally {
    client.end().catch(() => undefined);
    streamOf(client).unref();
  }
}
