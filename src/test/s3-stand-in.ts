import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is said to a request instead of an answer to it. */
type Mishap = { readonly status: number; readonly code: string } | 'cut' | 'cut-halfway';

/**
 * One bucket of an S3 service, in memory and on loopback. It verifies signatures (AWS Signature Version 4, as in "Create a signed AWS
 * API request" of the IAM User Guide), lists in pages and takes uploads in parts: what a client would be surprised by.
 */
export type S3StandIn = {
  readonly endpoint: string;
  readonly objects: Map<string, { readonly body: Buffer; readonly modified_at: Date }>;
  /** Uploads that were begun and neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, unknown>;
  /** Looked at with each request; what it gives is answered. */
  mishap: (request: { readonly method: string; readonly key: string }) => Mishap | null;
  /** Each answer waits for so long. */
  delay_ms: number;
  close(): Promise<void>;
};

type Asked = {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly key: string;
  readonly body: Buffer;
  readonly range: string | undefined;
};
type Answer = [status: number, body: string | Buffer, headers?: Record<string, string>];

const PAGE = 50;
const REGION = 'us-east-1';

type Access = { readonly bucket: string; readonly accessKeyId: string; readonly secretAccessKey: string };

export async function startS3StandIn({ bucket, accessKeyId, secretAccessKey }: Access): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map();
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  /** The code of what is wrong with a request, with its status. */
  const refusalOf = (
    { headers, method }: IncomingMessage,
    url: URL,
    body: Buffer,
  ): readonly [status: number, code: string] | null => {
    const asked = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1];
    if (asked !== accessKeyId) return [403, 'InvalidAccessKeyId'];
    if (!isSigned({ headers, method }, url, body, secretAccessKey)) return [403, 'SignatureDoesNotMatch'];
    return url.pathname.split('/')[1] === bucket ? null : [404, 'NoSuchBucket'];
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '' } = request;
    const url = new URL(request.url ?? '', 'http://localhost');
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    const mishap = standIn.mishap({ method, key });
    if (mishap === 'cut') return void response.destroy();
    const body = await buffer(request);
    if (standIn.delay_ms > 0) await sleep(standIn.delay_ms);
    const asked: Asked = { method, query: url.searchParams, key, body, range: request.headers.range };
    const refusal =
      mishap !== null && mishap !== 'cut-halfway'
        ? ([mishap.status, mishap.code] as const)
        : refusalOf(request, url, body);
    const [status, text, headers = {}] =
      refusal === null ? (answerForUpload(asked) ?? answerForObject(asked)) : errorOf(...refusal);
    if (status !== 204) response.setHeader('content-length', Buffer.byteLength(text));
    response.writeHead(status, headers);
    if (method === 'HEAD' || status >= 400 || mishap === null) {
      response.end(method === 'HEAD' ? '' : text);
      return;
    }
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  };

  /** Null where the request is none of an upload in parts. */
  const answerForUpload = ({ method, query, key, body }: Asked): Answer | null => {
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return [
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      ];
    }
    const upload = query.get('uploadId');
    if (upload === null) return null;
    const parts = uploads.get(upload);
    if (parts === undefined) return errorOf(404, 'NoSuchUpload');
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return [200, '', { etag: etagOf(body) }];
    }
    uploads.delete(upload);
    if (method === 'DELETE') return [204, ''];
    const whole = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));
    objects.set(key, { body: whole, modified_at: new Date() });
    return [200, `<CompleteMultipartUploadResult><ETag>"${upload}"</ETag></CompleteMultipartUploadResult>`];
  };

  const answerForObject = ({ method, query, key, body, range }: Asked): Answer => {
    if (key === '') return [200, method === 'GET' ? listOf(objects, query) : ''];
    if (method === 'DELETE') {
      objects.delete(key);
      return [204, ''];
    }
    if (method === 'PUT') {
      objects.set(key, { body, modified_at: new Date() });
      return [200, '', { etag: etagOf(body) }];
    }
    const found = objects.get(key)?.body;
    if (found === undefined) return errorOf(404, 'NoSuchKey');
    const [, start = '0', end = String(found.length - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    return [
      range === undefined ? 200 : 206,
      found.subarray(Number(start), Number(end) + 1),
      { 'content-range': `bytes ${start}-${end}/${found.length}`, etag: etagOf(found) },
    ];
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: S3StandIn = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    mishap: () => null,
    delay_ms: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

function errorOf(status: number, code: string): Answer {
  return [
    status,
    `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    { 'content-type': 'application/xml' },
  ];
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function listOf(objects: S3StandIn['objects'], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, PAGE).map((key) => {
    const { body, modified_at } = objects.get(key) ?? { body: '', modified_at: new Date() };
    return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modified_at.toISOString()}</LastModified></Contents>`;
  });
  const isMore = keys.length > PAGE;
  const next = isMore ? `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${page.join('')}</ListBucketResult>`;
}

function isSigned(
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  url: URL,
  body: Buffer,
  secret: string,
): boolean {
  const [, date = '', names = '', signature = ''] =
    /Credential=[^/]+\/(\d{8})\/.*SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const content = request.headers['x-amz-content-sha256'];
  if (content !== createHash('sha256').update(body).digest('hex')) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, content].join('\n');
  const scope = `${date}/${REGION}/s3/aws4_request`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hashed].join('\n');
  const key = [date, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As RFC 3986 has it: `encodeURIComponent` leaves a few characters alone. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
