import { connect, type Socket } from 'node:net';

export type RawResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** What a test may say on a bare socket that `fetch` refuses to send. */
export type RawConnection = {
  readonly socket: Socket;
  write(data: string | Uint8Array): void;
  /** Everything that arrived until the server closed the connection. */
  readonly closed: Promise<string>;
  /** Resolves when so much text has arrived that `pattern` matches, or the connection is closed. */
  until(pattern: RegExp): Promise<string>;
};

export function openConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  // A server that cuts a connection is part of the play: `closed` tells.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(received));
  });
  return {
    socket,
    write: (data) => {
      socket.write(data);
    },
    closed,
    until: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (pattern.test(received)) resolve(received);
        };
        socket.on('data', look);
        socket.once('close', () => resolve(received));
        look();
      }),
  };
}

/** Sends bytes, then reads all answers until the server closes the connection; `Connection: close` is the caller's. */
export async function sendRaw(url: string, data: string | Uint8Array): Promise<RawResponse[]> {
  const connection = openConnection(url);
  connection.write(data);
  return parseResponses(await connection.closed);
}

/** Reads answers with a Content-Length, one after another. */
export function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`Not a whole response: ${rest.slice(0, 200)}`);
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const status = Number(statusLine.split(' ')[1]);
    rest = rest.slice(end + 4);
    if (status < 200) continue;
    const length = Number(headers['content-length'] ?? 0);
    responses.push({ status, headers, text: Buffer.from(rest.slice(0, length), 'latin1').toString() });
    rest = rest.slice(length);
  }
  return responses;
}
