import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it came over the wire. */
export type CollectedSpan = {
  readonly trace_id: string;
  readonly span_id: string;
  /** Empty of the first of a trace. */
  readonly parent_id: string;
  readonly name: string;
  /** 2 of a server, 3 of a client, 5 of a consumer. */
  readonly kind: number;
  readonly end_ms: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  readonly resource: Readonly<Record<string, string | number>>;
};

export type OtlpCollector = {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  /** What it answers from now on; 200 at first. */
  answerWith(status: number): void;
  /** All that came and was taken, in order. */
  spans(): CollectedSpan[];
  /** The bytes of all requests as text, in which whatever was sent can be looked for. */
  text(): string;
  close(): void;
};

/** Takes traces by OTLP over HTTP, in protobuf, on loopback. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const requests: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const taken: Buffer[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    requests.push({ headers: request.headers, body });
    const isSound = request.url === '/v1/traces' && request.method === 'POST';
    if (isSound && status === 200) taken.push(body);
    response.writeHead(isSound ? status : 404, { 'content-type': 'application/x-protobuf' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith: (next) => {
      status = next;
    },
    spans: () => taken.flatMap(readSpans),
    text: () => requests.map(({ body }) => body.toString('latin1')).join('\n'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** `ExportTraceServiceRequest` of opentelemetry-proto 1.x, by the numbers of its fields. */
function readSpans(request: Buffer): CollectedSpan[] {
  return messages(request, 1).flatMap((resourceSpans) => {
    const resource = readAttributes(messages(resourceSpans, 1).flatMap((one) => messages(one, 1)));
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        trace_id: bytes(span, 1).toString('hex'),
        span_id: bytes(span, 2).toString('hex'),
        parent_id: bytes(span, 4).toString('hex'),
        name: bytes(span, 5).toString(),
        kind: number(span, 6),
        end_ms: number(span, 8) / 1e6,
        attributes: readAttributes(messages(span, 9)),
        failed: messages(span, 15).some((state) => number(state, 3) === 2),
        resource,
      }));
  });
}

function readAttributes(pairs: readonly Buffer[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = bytes(pair, 2);
      const text = messages(value, 1)[0]?.toString();
      return [bytes(pair, 1).toString(), text ?? number(value, 3)];
    }),
  );
}

type Field = { readonly id: number; readonly value: number | Buffer };

/** The fields of one message of protobuf: numbers, and bytes with their length. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const id = Math.floor(tag / 8);
    if (tag % 8 === 0) yield { id, value: varint() };
    else if (tag % 8 === 1) {
      yield { id, value: Number(message.readBigUInt64LE(at)) };
      at += 8;
    } else if (tag % 8 === 5) at += 4;
    else {
      const length = varint();
      yield { id, value: message.subarray(at, at + length) };
      at += length;
    }
  }
}

function messages(message: Buffer, wanted: number): Buffer[] {
  return [...fieldsOf(message)].flatMap(({ id, value }) =>
    id === wanted && Buffer.isBuffer(value) ? [value] : [],
  );
}

const bytes = (message: Buffer, wanted: number): Buffer => messages(message, wanted)[0] ?? Buffer.alloc(0);

function number(message: Buffer, wanted: number): number {
  const found = [...fieldsOf(message)].find(({ id }) => id === wanted)?.value;
  return typeof found === 'number' ? found : 0;
}
