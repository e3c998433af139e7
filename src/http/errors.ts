import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, defineError, notFound, validationError } from '../shared/errors.ts';
import { payloadTooLarge, unsupportedMediaType } from './read-body.ts';
import type { Surface } from './surface.ts';

export const internalError = defineError('internal_error', 500, 'Something went wrong on our side.');
export const methodNotAllowed = defineError('method_not_allowed', 405, 'This method is not allowed here.');

/** Which surface's envelope answers a URL; paths outside every surface answer in the first one's. */
export function surfaceOf(surfaces: readonly [Surface, ...Surface[]], url: string): Surface {
  return (
    surfaces.find(
      ({ prefix }) => url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`),
    ) ?? surfaces[0]
  );
}

/** Whatever was thrown as an AppError: ours as it is, the framework's by its status, the rest as `internal_error`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge({ cause: error });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType({ cause: error });
  if (code === 'FST_ERR_BAD_URL') {
    return validationError({ message: 'The URL is not valid: check its percent-encoding.', cause: error });
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return validationError({
      message: 'The body does not have the length that Content-Length names.',
      cause: error,
    });
  }
  if (statusCode === 404) return notFound({ cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return validationError({ cause: error });
  return internalError({ cause: error });
}

/** Answers an error in its surface's envelope and logs what the client may not see. */
export function sendError(
  surface: Surface,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = toAppError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown, request_id: request.id }, 'request failed');
  else request.log.debug({ code: error.code, cause: causeOf(error), request_id: request.id }, error.message);
  reply.headers({ ...surface.headers, 'x-request-id': request.id, ...(error.headers ?? {}) });
  reply.type('application/json; charset=utf-8').code(error.status);
  return reply.send(JSON.stringify(surface.envelope.body(error, request.id)));
}

function causeOf(error: AppError): string | undefined {
  return error.cause instanceof Error ? error.cause.message : undefined;
}
