import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createUploadLines, type LineLimits, noRoomForUpload, type UploadLines } from './line-up-uploads.ts';

/** Bounds for large bodies: files, and JSON of more than a megabyte. */
export type UploadLimits = LineLimits & {
  /** How many bytes of uploads one process holds at once: eight files of the largest size. */
  readonly room_bytes: number;
  /** The part of it that is reserved for bodies of at most `small_bytes`, so that large ones keep no small one out. */
  readonly small_room_bytes: number;
  readonly small_bytes: number;
  /** The room for what platforms post: four of their largest bodies. */
  readonly platform_room_bytes: number;
  /** The minimum rate of a body in each `window_ms`, in bytes a second. */
  readonly least_bytes_per_s: number;
  readonly window_ms: number;
  /** Under pressure, bodies slower than this after `pressed_ms` are ended to make room. */
  readonly pressed_bytes_per_s: number;
  readonly pressed_ms: number;
};

const MIB = 1024 * 1024;
const DEFAULT_UPLOAD_LIMITS: UploadLimits = {
  room_bytes: 256 * MIB,
  small_room_bytes: 64 * MIB,
  small_bytes: MIB,
  platform_room_bytes: 128 * MIB,
  slots_each: 2,
  waiting_each: 30,
  wait_ms: 60_000,
  // Half of the rate of the slowest mobile networks.
  least_bytes_per_s: 4 * 1024,
  window_ms: 15_000,
  pressed_bytes_per_s: 64 * 1024,
  pressed_ms: 1_000,
};
type HeldUpload = {
  /** The most bytes that the request's body may have. */
  readonly limit_bytes: number;
  /** The sender's account; undefined where bodies are not counted by account. */
  readonly account: string | undefined;
};

type UploadRoom = {
  /**
   * Reserves room for a request's body until it is answered or gone: a file is held in memory while it arrives and waits.
   * The body is not read meanwhile.
   * @throws AppError rate_limited when there is no room, or the account's line is full or too slow
   */
  enter(request: IncomingMessage, response: ServerResponse, upload: HeldUpload): Promise<void>;
};

export type UploadRooms = { readonly people: UploadRoom; readonly platforms: UploadRoom };

type Cut = (socket: Duplex) => void;

/** Uploads and platforms have separate rooms, so that neither can keep the other out. */
export function createUploadRooms(options: Partial<UploadLimits>, cut: Cut): UploadRooms {
  const limits = { ...DEFAULT_UPLOAD_LIMITS, ...options };
  return {
    people: createPeoplesRoom(limits, cut),
    platforms: createPlatformsRoom(limits.platform_room_bytes),
  };
}

/** The announced length, or else the permitted one; 0 for a request that is refused unread because it announces too much. */
function bytesOf(request: IncomingMessage, limitBytes: number): number {
  const stated = Number(request.headers['content-length'] ?? limitBytes);
  return stated > limitBytes ? 0 : stated;
}

/** Without this bound, twenty slow clients, or one that sends twenty files, would take most of a gigabyte. */
function createPlatformsRoom(roomBytes: number): UploadRoom {
  let held = 0;
  return {
    async enter(request, response, { limit_bytes }) {
      const bytes = bytesOf(request, limit_bytes);
      if (held + bytes > roomBytes) throw noRoomForUpload();
      held += bytes;
      response.once('close', () => {
        held -= bytes;
      });
    },
  };
}

/** A body that holds room, with the bytes that had come at the last check. */
type Place = {
  readonly request: IncomingMessage;
  readonly bytes: number;
  readonly is_small: boolean;
  readonly since_ms: number;
  readonly read_before: number;
  looked_at: { readonly ms: number; readonly read: number };
  readonly leave: () => void;
};

function createPeoplesRoom(limits: UploadLimits, cut: Cut): UploadRoom {
  const lines: UploadLines = createUploadLines(limits);
  const places = new Set<Place>();
  let watch: NodeJS.Timeout | undefined;

  const held = (which: (place: Place) => boolean): number =>
    places
      .values()
      .filter(which)
      .reduce((sum, { bytes }) => sum + bytes, 0);
  const fits = (bytes: number, is_small: boolean): boolean => {
    if (held(() => true) + bytes > limits.room_bytes) return false;
    return (
      is_small || held((place) => !place.is_small) + bytes <= limits.room_bytes - limits.small_room_bytes
    );
  };
  const lose = (place: Place): void => {
    place.leave();
    cut(place.request.socket);
  };

  /** Ends slow bodies, the slowest first, until there is room. */
  const makeRoom = (bytes: number, is_small: boolean): void => {
    const now = performance.now();
    const slow = [...places]
      .filter((place) => (is_small || !place.is_small) && isArriving(place))
      .filter(({ since_ms }) => now - since_ms >= limits.pressed_ms)
      .map((place) => ({ place, rate: rateOf(place, { ms: place.since_ms, read: place.read_before }, now) }))
      .filter(({ rate }) => rate < limits.pressed_bytes_per_s)
      .sort((a, b) => a.rate - b.rate);
    for (const { place } of slow) {
      if (fits(bytes, is_small)) return;
      lose(place);
    }
  };

  const lookForSlow = (): void => {
    const now = performance.now();
    for (const place of places) {
      if (!isArriving(place) || now - place.looked_at.ms < limits.window_ms) continue;
      if (rateOf(place, place.looked_at, now) < limits.least_bytes_per_s) lose(place);
      place.looked_at = { ms: now, read: place.request.socket.bytesRead };
    }
  };

  const take = (request: IncomingMessage, place: Pick<Place, 'bytes' | 'is_small' | 'leave'>): Place => {
    const [since_ms, read_before] = [performance.now(), request.socket.bytesRead];
    const taken = {
      ...place,
      request,
      since_ms,
      read_before,
      looked_at: { ms: since_ms, read: read_before },
    };
    places.add(taken);
    watch ??= setInterval(lookForSlow, limits.window_ms / 4).unref();
    return taken;
  };

  return {
    async enter(request, response, { limit_bytes, account }) {
      const leaveLine = await lines.enter(request, response, account);
      const bytes = bytesOf(request, limit_bytes);
      const is_small = bytes <= limits.small_bytes;
      if (!fits(bytes, is_small)) makeRoom(bytes, is_small);
      if (!fits(bytes, is_small)) {
        leaveLine();
        throw noRoomForUpload();
      }
      const place = take(request, {
        bytes,
        is_small,
        leave: () => {
          if (!places.delete(place)) return;
          leaveLine();
          if (places.size > 0) return;
          clearInterval(watch);
          watch = undefined;
        },
      });
      if (response.closed) place.leave();
      else response.once('close', place.leave);
    },
  };
}

/** A body that waits for its turn is not slow by its client's fault. */
function isArriving({ request }: Place): boolean {
  return !request.complete;
}

function rateOf({ request }: Place, since: { ms: number; read: number }, now: number): number {
  return ((request.socket.bytesRead - since.read) / Math.max(now - since.ms, 1)) * 1_000;
}
