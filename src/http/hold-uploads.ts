import type { IncomingMessage, ServerResponse } from 'node:http';
import { defineError } from '../shared/errors.ts';

/** How much of what people upload one process holds at once, in bytes: eight files of the largest size. */
const ROOM_BYTES = 256 * 1024 * 1024;
/** And of what platforms post: four of their largest. */
const PLATFORM_ROOM_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_S = 5;

export const tooManyUploads = defineError(
  'rate_limited',
  429,
  'Too many files are being uploaded at once. Try again in a few seconds.',
);

export type UploadRoom = {
  /**
   * Takes the room that a request's file may need, until it is answered or gone: a file is held in memory while it arrives
   * and while it waits for its turn.
   *
   * @param limitBytes the most the request's body may have
   * @throws AppError rate_limited when there is no room left
   */
  enter(request: IncomingMessage, response: ServerResponse, limitBytes: number): void;
};

export type UploadRooms = { readonly people: UploadRoom; readonly platforms: UploadRoom };

/** One for each, so that neither can keep the other out. */
export function createUploadRooms(roomBytes?: number): UploadRooms {
  return {
    people: createUploadRoom(roomBytes ?? ROOM_BYTES),
    platforms: createUploadRoom(roomBytes ?? PLATFORM_ROOM_BYTES),
  };
}

/** Without it, twenty clients that send slowly, or one that sends twenty files, take most of a gigabyte. */
function createUploadRoom(roomBytes: number): UploadRoom {
  let held = 0;
  return {
    enter(request, response, limitBytes) {
      // One that says it is too large is refused unread.
      const stated = Number(request.headers['content-length'] ?? limitBytes);
      const bytes = stated > limitBytes ? 0 : stated;
      if (held + bytes > roomBytes) {
        throw tooManyUploads({ headers: { 'Retry-After': String(RETRY_AFTER_S) } });
      }
      held += bytes;
      response.once('close', () => {
        held -= bytes;
      });
    },
  };
}
