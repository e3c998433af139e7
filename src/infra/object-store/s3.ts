import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { assertByteRange } from './byte-range.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { assertSignedUrlOptions, createFileUrls, type LinkOptions } from './file-url.ts';
import { assertKeyPrefix, assertObjectKey } from './object-key.ts';
import { type ObjectInfo, ObjectStoreError, type S3Store } from './object-store.ts';
import { readSource } from './read-source.ts';
import { explainS3Error, isStatus } from './s3-errors.ts';

export type S3StoreOptions = {
  /** Null for Amazon's own; any other is spoken to with the bucket in the path. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  links: LinkOptions;
  /** For work that no request waits for, and that would have to begin anew: a service that is slow for a moment is waited for. */
  patient?: boolean;
};

// 10,000 parts are the most S3 takes: 8 MiB make objects of up to 78 GiB. Two at a time hold about 40 MB.
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
// Three attempts at an unreachable service end within the two seconds after which requests report an outage.
const CONNECT_TIMEOUT_MS = 500;
/** How long a question waits for the first byte of its answer, over all attempts. */
const ANSWER_TIMEOUT_MS = 1_800;
const PATIENT = { connect_timeout_ms: 10_000, answer_timeout_ms: 60_000, attempts: 5 };
/** A put may take as long as it needs; so the service is asked before it, unless it has answered within so many milliseconds. */
const FRESH_MS = 2_000;
// Silence on the socket, so that it bounds neither slow uploads nor slow readers.
const IDLE_TIMEOUT_MS = 60_000;
const ATTEMPTS = 3;

/** Opens the store without asking the service anything: `ping` tells whether it answers. */
export function createS3Store(options: S3StoreOptions): S3Store {
  const client = createClient(options);
  const { links } = options;
  const fileUrls = createFileUrls(links);
  const Bucket = options.bucket;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const answer_timeout_ms = options.patient === true ? PATIENT.answer_timeout_ms : ANSWER_TIMEOUT_MS;
  const soon: Soon = (send) => within(answer_timeout_ms, send);
  const asked = async <T>(operation: string, step: Promise<T>): Promise<T> => {
    try {
      const answer = await step;
      answeredAt = performance.now();
      return answer;
    } catch (error) {
      throw explainS3Error(operation, options, error);
    }
  };
  const ping = async (): Promise<void> => {
    await asked(
      'ping',
      soon((to) => client.send(new HeadBucketCommand({ Bucket }), to)),
    );
  };

  return {
    kind: 's3',
    fileUrls,
    ownUrl: async (key, urlOptions) => fileUrls.sign(key, urlOptions, links.clock.now()),
    put: async (key, body, { contentType } = {}) => {
      const source = readSource(body);
      try {
        assertObjectKey(key);
        if (performance.now() - answeredAt > FRESH_MS) await ping();
        const upload = new Upload({
          client,
          params: {
            Bucket,
            Key: key,
            Body: Readable.from(copies(source.chunks()), { objectMode: false }),
            ...(contentType === undefined ? {} : { ContentType: contentType }),
          },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        });
        await upload.done().catch((error: unknown) => {
          const own = source.failure();
          throw own === null ? explainS3Error('put', options, error) : own.error;
        });
        answeredAt = performance.now();
        return source.digest();
      } finally {
        source.destroy();
      }
    },
    get: async (key, { range } = {}) => {
      assertObjectKey(key);
      if (range !== undefined) assertByteRange(range);
      const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
      try {
        const object = await soon((to) =>
          client.send(new GetObjectCommand({ Bucket, Key: key, ...Range }), to),
        );
        if (!(object.Body instanceof Readable)) throw new TypeError('The S3 client gave no stream.');
        return { ...describe(object), body: object.Body };
      } catch (error) {
        if (isNamed(error, 'NoSuchKey')) return null;
        if (isStatus(error, 416)) throw new RangeError(`The range of ${key} starts behind its end.`);
        throw explainS3Error('get', options, error);
      }
    },
    head: async (key) => {
      assertObjectKey(key);
      try {
        return describe(await soon((to) => client.send(new HeadObjectCommand({ Bucket, Key: key }), to)));
      } catch (error) {
        if (!isStatus(error, 404)) throw explainS3Error('head', options, error);
        // An answer to HEAD does not distinguish a missing object from a missing bucket.
        await asked(
          'head',
          soon((to) => client.send(new HeadBucketCommand({ Bucket }), to)),
        );
        return null;
      }
    },
    delete: async (key) => {
      assertObjectKey(key);
      await asked(
        'delete',
        soon((to) => client.send(new DeleteObjectCommand({ Bucket, Key: key }), to)),
      );
    },
    list: (prefix) => {
      assertKeyPrefix(prefix);
      return listObjects(client, Bucket, prefix, asked);
    },
    signedUrl: async (key, { expires_in_s, file_name, content_type }) => {
      assertObjectKey(key);
      assertSignedUrlOptions({ expires_in_s, content_type });
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseCacheControl: 'private, no-store',
        ResponseContentDisposition: attachmentDisposition(file_name),
        ResponseContentType: content_type,
      });
      return asked('signedUrl', getSignedUrl(client, command, { expiresIn: expires_in_s }));
    },
    ping,
    close: async () => client.destroy(),
  };
}

type Soon = <T>(send: (to: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T>;

/** Gives up where the answer does not begin in time; its body may take longer. */
async function within<T>(
  time_ms: number,
  send: (to: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), time_ms);
  try {
    return await send({ abortSignal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** A part may be sent again after a failure, when its chunks may be reused already. */
async function* copies(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

function createClient(options: S3StoreOptions): S3Client {
  const endpoint = options.endpoint === null ? {} : { endpoint: options.endpoint, forcePathStyle: true };
  return new S3Client({
    ...endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    maxAttempts: options.patient === true ? PATIENT.attempts : ATTEMPTS,
    requestHandler: {
      connectionTimeout: options.patient === true ? PATIENT.connect_timeout_ms : CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
    },
    // The client's newer default sends checksum trailers, which services other than Amazon's may refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

async function* listObjects(
  client: S3Client,
  Bucket: string,
  Prefix: string,
  asked: <T>(operation: string, step: Promise<T>) => Promise<T>,
): AsyncGenerator<{ key: string; size_bytes: number; modified_at: Date }, void, undefined> {
  let ContinuationToken: string | undefined;
  do {
    const page = { Bucket, Prefix, ...(ContinuationToken === undefined ? {} : { ContinuationToken }) };
    const answer = await asked('list', client.send(new ListObjectsV2Command(page)));
    for (const { Key, Size, LastModified } of answer.Contents ?? []) {
      if (Key === undefined || LastModified === undefined) {
        throw new ObjectStoreError('The S3 service lists an object without its key or time.');
      }
      yield { key: Key, size_bytes: Size ?? 0, modified_at: LastModified };
    }
    ContinuationToken = answer.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

/** Reads a whole answer or one of a range, whose total follows the slash. */
function describe(answer: {
  ContentLength?: number | undefined;
  ContentRange?: string | undefined;
  ETag?: string | undefined;
}): ObjectInfo {
  const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
  const size = total === undefined ? answer.ContentLength : Number(total);
  if (size === undefined || answer.ETag === undefined) {
    throw new ObjectStoreError('The S3 service answers without the size or the ETag of an object.');
  }
  return { size_bytes: size, etag: answer.ETag };
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
