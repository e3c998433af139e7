import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = {
  readonly url: string;
  /** Cuts what is open, and resolves when nobody listens any more. */
  close(): Promise<void>;
};

/** Has a server listen on loopback. @param port 0: any free one */
export async function listen(server: Server, port = 0): Promise<Listening> {
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
