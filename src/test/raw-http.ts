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

/** Reads answers one after another, with a Content-Length or in chunks. */
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
    const { body, after } =
      headers['transfer-encoding'] === 'chunked' ? chunked(rest) : counted(rest, headers);
    responses.push({ status, headers, text: Buffer.from(body, 'latin1').toString() });
    rest = after;
  }
  return responses;
}

type Body = { readonly body: string; readonly after: string };

function counted(rest: string, headers: Readonly<Record<string, string>>): Body {
  const length = Number(headers['content-length'] ?? 0);
  return { body: rest.slice(0, length), after: rest.slice(length) };
}

function chunked(rest: string): Body {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf('\r\n', at);
    const size = line === -1 ? Number.NaN : Number.parseInt(rest.slice(at, line), 16);
    if (Number.isNaN(size)) throw new Error(`Not a whole chunk: ${rest.slice(at, at + 200)}`);
    parts.push(rest.slice(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
    if (size === 0) return { body: parts.join(''), after: rest.slice(at) };
  }
}
