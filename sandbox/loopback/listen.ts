import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEEP_ALIVE_MS = 65_000;

export type Listening = {
  readonly url: string;
  /** Cuts what is open, and resolves when nobody listens any more. */
  close(): Promise<void>;
};

/** Has a server listen on loopback. @param port 0: any free one */
export async function listen(server: Server, port = 0): Promise<Listening> {
  // As our own server has it. Node's five seconds are over where one process was busy for as long, and a client then sends on
  // a connection that is just being closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.keepAliveTimeoutBuffer = KEEP_ALIVE_MS / 10;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
