import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A way to a service that can fail in the manners of networks. */
export type TcpProxy = {
  /** The address of the service, by way of the proxy. */
  readonly url: string;
  /** Swallows every byte of the connections that there are, both ways and without closing them; new ones work. */
  silence(): void;
  /** The same, for new connections too. */
  silenceAll(): void;
  /** Cuts all connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Cuts all connections; new ones lead to another service, as where an address moves. */
  redirect(target: string): void;
  /** The same, but connections that there are stay with the service that they lead to. */
  redirectNew(target: string): void;
  /** Lets new connections work again; those that were silenced stay so. */
  restore(): Promise<void>;
  close(): Promise<void>;
};

type Pair = { readonly client: Socket; readonly upstream: Socket; silent: boolean };

/** Starts a proxy before a service of this machine. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  let service = new URL(target);
  const port = await freePort();
  const pairs = new Set<Pair>();
  let silentFromStart = false;
  const server = createServer((client) => {
    const upstream = connect(Number(service.port), service.hostname);
    const pair: Pair = { client, upstream, silent: silentFromStart };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (bytes) => {
        if (!pair.silent) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        // Whoever is behind a silent way does not hear that the other end has gone.
        if (pair.silent) return;
        pairs.delete(pair);
        to.destroy();
      });
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  const cut = (): void => {
    for (const { client, upstream } of pairs) {
      client.destroy();
      upstream.destroy();
    }
    pairs.clear();
  };
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  await listen();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    silence: () => {
      for (const pair of pairs) pair.silent = true;
    },
    silenceAll: () => {
      silentFromStart = true;
      for (const pair of pairs) pair.silent = true;
    },
    refuse,
    redirect: (to) => {
      service = new URL(to);
      cut();
    },
    redirectNew: (to) => {
      service = new URL(to);
    },
    restore: async () => {
      silentFromStart = false;
      if (!server.listening) await listen();
    },
    close: refuse,
  };
}
