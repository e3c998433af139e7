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

const PAGE = 50;
const REGION = 'us-east-1';

type Access = { readonly bucket: string; readonly accessKeyId: string; readonly secretAccessKey: string };

export async function startS3StandIn({ bucket, accessKeyId, secretAccessKey }: Access): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map();
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '' } = request;
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, named = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const mishap = standIn.mishap({ method, key });
    if (mishap === 'cut') return void response.destroy();
    const refuse = (status: number, code: string): void => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    };
    const body = await buffer(request);
    if (standIn.delay_ms > 0) await sleep(standIn.delay_ms);
    if (mishap !== null && mishap !== 'cut-halfway') return refuse(mishap.status, mishap.code);
    const asked = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1];
    if (asked !== accessKeyId) return refuse(403, 'InvalidAccessKeyId');
    if (!isSigned(request, url, body, secretAccessKey)) return refuse(403, 'SignatureDoesNotMatch');
    if (named !== bucket) return refuse(404, 'NoSuchBucket');
    const xml = (text: string): void => void response.writeHead(200).end(text);
    const upload = url.searchParams.get('uploadId') ?? '';
    const parts = uploads.get(upload);
    const store = (content: Buffer): void => {
      objects.set(key, { body: content, modified_at: new Date() });
    };
    if (key === '') return xml(method === 'GET' ? listOf(objects, url.searchParams) : '');
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (upload !== '' && parts === undefined) return refuse(404, 'NoSuchUpload');
    if (method === 'PUT' && parts !== undefined) {
      parts.set(Number(url.searchParams.get('partNumber')), body);
      return void response.writeHead(200, { etag: etagOf(body) }).end();
    }
    if (method === 'POST' && parts !== undefined) {
      store(Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)));
      uploads.delete(upload);
      return xml(`<CompleteMultipartUploadResult><ETag>"${upload}"</ETag></CompleteMultipartUploadResult>`);
    }
    if (method === 'DELETE') {
      if (parts === undefined) objects.delete(key);
      uploads.delete(upload);
      return void response.writeHead(204).end();
    }
    if (method === 'PUT') {
      store(body);
      return void response.writeHead(200, { etag: etagOf(body) }).end();
    }
    const found = objects.get(key)?.body;
    if (found === undefined) return refuse(404, 'NoSuchKey');
    const [, start = '0', end = String(found.length - 1)] =
      /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const asked_for = found.subarray(Number(start), Number(end) + 1);
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      'content-length': asked_for.length,
      'content-range': `bytes ${start}-${end}/${found.length}`,
      etag: etagOf(found),
    });
    if (method === 'HEAD') return void response.end();
    if (mishap === null) return void response.end(asked_for);
    response.write(asked_for.subarray(0, asked_for.length / 2), () => response.destroy());
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

function isSigned(request: IncomingMessage, url: URL, body: Buffer, secret: string): boolean {
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
