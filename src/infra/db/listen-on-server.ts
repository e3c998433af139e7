import pg from 'pg';
import type { Logger } from 'pino';
import type { Listen, Subscription } from './queryable.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
// A connection that a firewall forgot looks idle for ever: ask it.
const HEARTBEAT_MS = 20_000;

/** LISTEN on a connection of its own, made anew whenever it is lost. */
export function listenOnServer(config: pg.ClientConfig, logger: Logger): Listen {
  return async (channel, onNotification, onReconnect) => {
    let closed = false;
    let client: pg.Client | undefined;
    let timer: NodeJS.Timeout | undefined;
    let delay = FIRST_DELAY_MS;

    const connect = async (): Promise<void> => {
      const next = new pg.Client({ ...config, query_timeout: HEARTBEAT_MS, statement_timeout: 0 });
      // Until it is connected, the promises below tell of its errors.
      next.on('error', (error) => lose(next, error));
      next.on('end', () => lose(next, new Error('The connection ended.')));
      next.on('notification', ({ payload }) => onNotification(payload ?? ''));
      try {
        await next.connect();
        await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        await end(next);
        throw error;
      }
      if (closed) return await end(next);
      client = next;
      delay = FIRST_DELAY_MS;
      beat(next);
      onReconnect();
    };

    const beat = (current: pg.Client): void => {
      timer = setTimeout(() => {
        current.query('SELECT 1').then(
          () => {
            if (client === current) beat(current);
          },
          (error: unknown) => lose(current, error),
        );
      }, HEARTBEAT_MS).unref();
    };

    const lose = (lost: pg.Client, error: unknown): void => {
      if (closed || client !== lost) return;
      client = undefined;
      logger.warn({ err: error, channel }, 'the database connection for notifications was lost');
      void end(lost);
      retryLater();
    };

    const retryLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void connect().catch(retryLater), delay).unref();
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    };

    const subscription: Subscription = {
      async close() {
        closed = true;
        clearTimeout(timer);
        if (client !== undefined) await end(client);
      },
    };
    await connect();
    return subscription;
  };
}

async function end(client: pg.Client): Promise<void> {
  client.removeAllListeners();
  client.on('error', () => undefined);
  await client.end().catch(() => undefined);
}
