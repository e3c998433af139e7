import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as parseQuery } from 'node:querystring';
import { pipeline } from 'node:stream/promises';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { createObjectStore, openDownload } from '../infra/object-store/index.ts';
import type { ObjectStore } from '../infra/object-store/object-store.ts';
import type { Clock } from '../shared/time.ts';

/** A store under test, with what the tests need to know of its inside. */
export type Subject = {
  store: ObjectStore;
  /** Half-written files or uploads that nobody finished. */
  leftovers(): Promise<string[]>;
  passSeconds(seconds: number): Promise<void>;
  /** Stores that cannot work, and what their errors have to say. */
  broken(): Promise<{ store: () => Promise<ObjectStore>; says: RegExp }[]>;
  /** What no error may hold. */
  secrets: string[];
  close(): Promise<void>;
};

/** A disk store in a folder of its own, served by a bare HTTP server on loopback. */
export async function openDiskSubject(): Promise<Subject> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-object-store-'));
  let ahead_ms = 0;
  const clock: Clock = { now: () => new Date(Date.now() + ahead_ms) };
  const secrets = [randomBytes(32)];
  const serving: { store: ObjectStore | null } = { store: null };
  const { server, baseUrl } = await listen((request, response) =>
    serve(serving.store, clock, request, response),
  );
  const open = (root: string): Promise<ObjectStore> =>
    createObjectStore({ disk: { root, baseUrl, secrets, clock } });
  const store = await open(path.join(folder, 'store'));
  serving.store = store;

  return {
    store,
    leftovers: () => listScratch(path.join(folder, 'store')),
    passSeconds: async (seconds) => {
      ahead_ms += seconds * 1000;
    },
    broken: async () => {
      const file = path.join(folder, 'file');
      await writeFile(file, '');
      return [
        { store: () => open(file), says: /a file stands where a folder must be.*DATA_DIR/ },
        {
          store: () => open(path.join(file, 'below')),
          says: /a file stands where a folder must be.*DATA_DIR/,
        },
        { store: () => open(path.join(folder, 'n'.repeat(300))), says: /the path is too long.*DATA_DIR/ },
      ];
    },
    secrets: secrets.map((secret) => secret.toString('base64')),
    close: async () => {
      await store.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** The half-written files of all owners, without their locks. */
export async function listScratch(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, 'scratch'), { recursive: true });
  return names.filter((name) => name.endsWith('.part'));
}

async function serve(
  store: ObjectStore | null,
  clock: Clock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  if (store === null) throw new Error('The server answers before its store is open.');
  const download = await openDownload(store, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    key: decodeURIComponent(url.pathname.slice('/files/'.length)),
    query: parseQuery(url.search.slice(1)),
    headers: { range: request.headers.range, 'if-range': singleHeader(request.headers['if-range']) },
    now: clock.now(),
  });
  response.writeHead(download.status, download.headers);
  if (download.body === null) response.end(download.error?.message);
  else await pipeline(download.body, response).catch(() => undefined);
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Below 32768: above, a client's own port can be the one that is listened on. */
async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ server: Server; baseUrl: string }> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  for (;;) {
    const port = 20_000 + (randomBytes(2).readUInt16BE() % 12_000);
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    server.removeAllListeners('error');
    if (listening) return { server, baseUrl: `http://127.0.0.1:${port}` };
  }
}

/** Where a real S3 service answers; empty texts where none is named. */
export type S3Service = { endpoint: string; accessKeyId: string; secretAccessKey: string };

/** Why there is no S3 service to test against; false where there is one. */
export async function unavailableS3(service: S3Service): Promise<string | false> {
  const { endpoint, accessKeyId, secretAccessKey } = service;
  if (endpoint === '') return 'TEST_S3_ENDPOINT is not set (scripts/radosgw.sh up prints one)';
  if (accessKeyId === '' || secretAccessKey === '') {
    return 'TEST_S3_ACCESS_KEY_ID or TEST_S3_SECRET_ACCESS_KEY is not set';
  }
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(5_000) });
    return false;
  } catch {
    return `nothing answers at TEST_S3_ENDPOINT ${endpoint}`;
  }
}

/** An S3 store in a bucket of its own that is deleted in the end. */
export async function openS3Subject({ endpoint, ...credentials }: S3Service): Promise<Subject> {
  const region = 'us-east-1';
  const Bucket = `ekiden-test-${randomBytes(6).toString('hex')}`;
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket }));
  const links = { baseUrl: 'http://localhost', secrets: [randomBytes(32)], clock: { now: () => new Date() } };
  const right = { endpoint, region, bucket: Bucket, links, ...credentials };
  const store = await createObjectStore({ s3: right });
  const { server, baseUrl } = await listen(async (_request, response) => {
    response.writeHead(503).end();
  });

  return {
    store,
    leftovers: async () => {
      const answer = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return (answer.Uploads ?? []).map((upload) => upload.Key ?? '');
    },
    passSeconds: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    broken: async () => {
      const open =
        (change: Partial<typeof right>): (() => Promise<ObjectStore>) =>
        () =>
          createObjectStore({ s3: { ...right, ...change } });
      return [
        { store: open({ bucket: 'ekiden-test-none' }), says: /no such bucket.*S3_BUCKET/ },
        { store: open({ secretAccessKey: `${credentials.secretAccessKey}x` }), says: /S3_SECRET_ACCESS_KEY/ },
        { store: open({ accessKeyId: 'nobody' }), says: /S3_ACCESS_KEY_ID/ },
        { store: open({ endpoint: 'http://127.0.0.1:9' }), says: /nothing answers there: set S3_ENDPOINT/ },
        { store: open({ endpoint: baseUrl }), says: /overloaded or down/ },
      ];
    },
    secrets: [credentials.secretAccessKey],
    close: async () => {
      try {
        await emptyBucket(client, Bucket);
        await client.send(new DeleteBucketCommand({ Bucket }));
      } finally {
        await store.close();
        client.destroy();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function emptyBucket(client: S3Client, Bucket: string): Promise<void> {
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    if (Contents.length === 0) return;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  }
}
