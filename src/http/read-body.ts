import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, defineError, invalidField, validationError } from '../shared/errors.ts';
import { findRepeatedKey } from './find-repeated-key.ts';
import type { FileInput, UploadedFile } from './route.ts';
import { unsound } from './validate.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** What multipart framing may add to the file itself. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

/** Other fields of a form are read over: so many, and what of each is kept until then. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 1_024;

export const payloadTooLarge = defineError('payload_too_large', 413, 'The request body is too large.');
export const unsupportedMediaType = defineError(
  'unsupported_media_type',
  415,
  'This content type is not accepted here. Send application/json.',
);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON as strict UTF-8, and multipart for routes that take a file; any other content type is refused. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseEncoding(request);
      return parseJson(body);
    },
  );
  app.register(multipart);
}

export function bodyLimitFor(file: FileInput | undefined): number {
  return file === undefined ? BODY_LIMIT_BYTES : file.max_bytes + MULTIPART_OVERHEAD_BYTES;
}

/** Compressed bodies are not read: a small one can hold gigabytes. JSON is UTF-8 (RFC 8259 §8.1), whatever is said of it. */
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

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(body);
  } catch (cause) {
    throw validationError({ message: 'The body is not valid UTF-8.', cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw validationError({ message: `The body is not valid JSON${whereParsingStopped(error)}.` });
  }
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) throw unsound([repeated], 'is given more than once: send it once');
  return value;
}

/** As far as the parser says it. The rest of its message quotes the body, which can hold a password. */
function whereParsingStopped(error: unknown): string {
  const message = error instanceof SyntaxError ? error.message : '';
  if (message === 'Unexpected end of JSON input') return ': it ends too early';
  const place = / in JSON at position \d+ \(line (\d+) column (\d+)\)$/.exec(message);
  return place === null ? '' : `: see line ${place[1]}, column ${place[2]}`;
}

/** Refuses a request for a route that takes a file, before its body is read as something else. */
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

/** Reads the one file of a multipart request. */
export async function readFile(request: FastifyRequest, input: FileInput): Promise<UploadedFile> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitFor(input)) throw tooLarge(input);
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
  // Whatever else the multipart parser says is about what the client sent: a missing boundary, a body cut short.
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
