import { connect, type Socket } from 'node:net';

/** One connection that sends requests one after the other, each once the answer before it is whole. */
export type KeepAliveClient = {
  /** The status of the answer. @throws Error when the connection ends or the answer is not understood */
  send(request: Buffer): Promise<number>;
  close(): void;
};

/**
 * An HTTP/1.1 client for measuring: it reads status and Content-Length and counts the body's bytes, nothing more, so
 * that it takes as little of its core as possible.
 */
export async function openClient(port: number): Promise<KeepAliveClient> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;
  let status = 0;
  let left = 0;
  let head: Buffer | undefined;

  const fail = (error: Error): void => {
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  };
  const finish = (): void => {
    const done = waiting;
    waiting = undefined;
    done?.resolve(status);
  };
  socket.on('data', (chunk: Buffer) => {
    if (left > 0) {
      left -= chunk.length;
    } else {
      head = head === undefined ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined) return fail(new Error('The answer has no Content-Length.'));
      status = Number(text.slice(9, 12));
      left = Number(length) - (head.length - end - 4);
      head = undefined;
    }
    if (left < 0) fail(new Error('The answer is longer than it says.'));
    else if (left === 0) finish();
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));

  const connected = Promise.withResolvers<void>();
  socket.once('connect', connected.resolve);
  socket.once('error', connected.reject);
  await connected.promise;
  return {
    send: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      waiting = { resolve, reject };
      socket.write(request);
      return promise;
    },
    close: () => socket.destroy(),
  };
}
