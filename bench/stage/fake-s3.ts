import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** As much of an S3 service, in memory and on loopback, as uploads and exports ask for; signatures are not looked at. */
export async function startFakeS3(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const key = pathname.split('/').slice(2).join('/');
    const found = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, await bodyOf(request));
      response.setHeader('etag', '"1"').end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (key === '') {
      const keys = searchParams.has('list-type') ? [...objects.keys()] : [];
      const named = keys.filter((one) => one.startsWith(searchParams.get('prefix') ?? ''));
      const contents = named
        .map(
          (one) =>
            `<Contents><Key>${one}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1</Size></Contents>`,
        )
        .join('');
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
    } else if (found === undefined) response.writeHead(404).end();
    else {
      response.setHeader('content-length', found.length).setHeader('last-modified', new Date().toUTCString());
      response.end(request.method === 'HEAD' ? undefined : found);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What is sent in chunks (`aws-chunked`) has the length of each before it, and checksums behind the last. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const sent = await buffer(request);
  if (request.headers['x-amz-decoded-content-length'] === undefined) return sent;
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = sent.indexOf('\r\n', at);
    const length = Number.parseInt(sent.toString('latin1', at, end), 16);
    if (!(length > 0)) return Buffer.concat(parts);
    parts.push(sent.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
