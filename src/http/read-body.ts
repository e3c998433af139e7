import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, defineError, invalidField, validationError } from '../shared/errors.ts';
import { parseJson } from './parse-json.ts';
import type { BytesInput, FileInput, Route, UploadedFile } from './route.ts';
import { bodyTooLarge, payloadTooLarge } from './too-large.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

const FORM_LIMIT_BYTES = 64 * 1024;

/** Other fields of a form are ignored: at most this many. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 1_024;

export const unsupportedMediaType = defineError(
  'unsupported_media_type',
  415,
  'This content type is not accepted here. Send application/json.',
);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** JSON longer than this many bytes reaches the route as bytes. */
    parsed_bytes?: number;
    /** Forms are posted to the route, which ignores them. */
    ignores_body?: boolean;
    /** Forms are posted to the route, which reads them. */
    reads_form?: boolean;
  }
}

export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseEncoding(request);
      const { parsed_bytes = BODY_LIMIT_BYTES } = request.routeOptions.config;
      return body.length > parsed_bytes ? body : parseJson(body);
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { ignores_body, reads_form } = request.routeOptions.config;
      if (reads_form === true) {
        refuseEncoding(request);
        return await readForm(payload);
      }
      if (ignores_body !== true) throw unsupportedMediaType();
      return undefined;
    },
  );
  app.register(multipart);
}

/** The fields of a form (URL Standard, 5.1); the last of two with one name. */
async function readForm(payload: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload) {
    length += chunk.length;
    if (length > FORM_LIMIT_BYTES) throw bodyTooLarge(FORM_LIMIT_BYTES);
    chunks.push(chunk);
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
}

type BodyInputs = Pick<Route, 'file' | 'bytes' | 'max_body_bytes'>;

export function bodyLimitFor({ file, bytes, max_body_bytes = BODY_LIMIT_BYTES }: BodyInputs): number {
  if (file !== undefined) return file.max_bytes + MULTIPART_OVERHEAD_BYTES;
  return bytes?.max_bytes ?? max_body_bytes;
}

/** Whether bodies of the route can be so large that all together must be bounded. */
export function takesRoom(inputs: BodyInputs): boolean {
  return inputs.file !== undefined || bodyLimitFor(inputs) > BODY_LIMIT_BYTES;
}

/** How much JSON is parsed on the main thread: none for routes that take bytes, else what is parsed quickly. */
export function parsedBytesFor({ bytes }: BodyInputs): number {
  return bytes === undefined ? BODY_LIMIT_BYTES : 0;
}

/** Refuses a content type that the route does not take, before reading. */
export function requireJsonBytes(request: FastifyRequest, { max_bytes }: BytesInput): void {
  const type = request.headers['content-type'];
  if (type === undefined || !/^application\/json *(?:;|$)/i.test(type)) throw unsupportedMediaType();
  refuseEncoding(request);
  if (Number(request.headers['content-length'] ?? 0) > max_bytes) throw bodyTooLarge(max_bytes);
}

/** Compressed bodies are refused: a small one can hold gigabytes. JSON is UTF-8 (RFC 8259 §8.1), whatever the charset says. */
function refuseEncoding({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw unsupportedMediaType({ message: 'Send the body without Content-Encoding.' });
  }
  const charset = /;\s*charset\s*=\s*"?([^";]*)/i.exec(headers['content-type'] ?? '')?.[1]?.trim();
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw unsupportedMediaType({
      message: 'Send the body as UTF-8, with charset=utf-8 or none in Content-Type.',
    });
  }
}

/** Refuses a request without multipart before its body is read as something else. */
export function requireMultipart(request: FastifyRequest, input: FileInput): void {
  const type = request.headers['content-type'];
  if (type !== undefined && /^multipart\/form-data *(?:;|$)/i.test(type)) return;
  throw multipartWanted(input);
}

export function multipartWanted(input: FileInput): AppError {
  return unsupportedMediaType({
    message: `Send the file as multipart/form-data in the field "${input.field}".`,
  });
}

export async function readFile(request: FastifyRequest, input: FileInput): Promise<UploadedFile> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitFor({ file: input })) throw tooLarge(input);
  try {
    return await readOnlyPart(request, input);
  } catch (error) {
    throw uploadError(error, input);
  }
}

async function readOnlyPart(request: FastifyRequest, input: FileInput): Promise<UploadedFile> {
  let file: UploadedFile | undefined;
  const limits = { fileSize: input.max_bytes, files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== input.field || file !== undefined) {
      throw invalidField(input.field, `send exactly one file, in the field "${input.field}"`);
    }
    file = { file_name: part.filename ?? '', bytes: await part.toBuffer() };
  }
  if (file === undefined)
    throw invalidField(input.field, `the field "${input.field}" with the file is missing`);
  return file;
}

function uploadError(error: unknown, input: FileInput): unknown {
  if (!(error instanceof Error) || error.name === 'AppError') return error;
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(input);
  if (code === 'FST_FILES_LIMIT') return invalidField(input.field, 'send exactly one file');
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return invalidField(input.field, `send the file alone: there are more than ${MAX_FIELDS} other fields`);
  }
  // Other errors of the multipart parser concern the client's input: a missing boundary, a body cut short.
  return validationError({
    message: 'The multipart body cannot be read: it is malformed or cut short.',
    cause: error,
  });
}

function tooLarge(input: FileInput): AppError {
  return payloadTooLarge({
    message: `The file is larger than ${Math.floor(input.max_bytes / 1024 / 1024)} MiB.`,
  });
}
