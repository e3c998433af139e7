import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppError, defineError } from '../shared/errors.ts';

export const tooManyUploads = defineError(
  'rate_limited',
  429,
  'Too many files are being uploaded at once. Try again in a few seconds.',
);

const RETRY_AFTER_S = 5;

export function noRoomForUpload(): AppError {
  return tooManyUploads({ headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}

export type LineLimits = {
  /** How many bodies of one account are read and processed at once. */
  readonly slots_each: number;
  /** How many more bodies of the account may wait. */
  readonly waiting_each: number;
  /** How long they may wait. The request's own time goes on meanwhile. */
  readonly wait_ms: number;
};

/** A line for each account: some bodies are processed at once, some wait, and the others are refused. */
export type UploadLines = {
  /**
   * Waits for the account's turn without reading the body.
   * @returns a function that gives the place to the next body; repeated calls do nothing
   * @throws AppError rate_limited when too many wait, or this one waited too long or left
   */
  enter(request: IncomingMessage, response: ServerResponse, account: string | undefined): Promise<() => void>;
};

type Waiting = { readonly goIn: () => void };
type Line = { taken: number; readonly waiting: Waiting[] };

export function createUploadLines(limits: LineLimits): UploadLines {
  const lines = new Map<string, Line>();

  const leave = (account: string, line: Line): void => {
    const next = line.waiting.shift();
    if (next !== undefined) {
      next.goIn();
      return;
    }
    line.taken -= 1;
    if (line.taken === 0) lines.delete(account);
  };

  return {
    async enter(request, response, account) {
      if (account === undefined) return () => undefined;
      const line = lines.get(account) ?? { taken: 0, waiting: [] };
      lines.set(account, line);
      if (line.taken < limits.slots_each) line.taken += 1;
      else if (line.waiting.length >= limits.waiting_each) throw noRoomForUpload();
      else await waitFor(line, { request, response, wait_ms: limits.wait_ms });
      let isIn = true;
      return () => {
        if (isIn) leave(account, line);
        isIn = false;
      };
    },
  };
}

async function waitFor(
  line: Line,
  { request, response, wait_ms }: { request: IncomingMessage; response: ServerResponse; wait_ms: number },
): Promise<void> {
  const { socket } = request;
  const { timeout: idle_ms = 0 } = socket;
  const { promise, resolve: goIn, reject } = Promise.withResolvers<void>();
  const place: Waiting = { goIn };
  const giveUp = (): void => {
    line.waiting.splice(line.waiting.indexOf(place), 1);
    reject(noRoomForUpload());
  };
  line.waiting.push(place);
  // The body is not read while it waits, so silence on the connection is not the client's.
  socket.setTimeout(0);
  const timer = setTimeout(giveUp, wait_ms);
  response.once('close', giveUp);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    response.off('close', giveUp);
    socket.setTimeout(idle_ms);
  }
}
