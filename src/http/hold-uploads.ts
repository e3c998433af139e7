import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createUploadLines, type LineLimits, noRoomForUpload, type UploadLines } from './line-up-uploads.ts';

/** What bounds the bodies that are large: files, and JSON of more than a megabyte. */
export type UploadLimits = LineLimits & {
  /** How much of what people upload one process holds at once, in bytes: eight files of the largest size. */
  readonly room_bytes: number;
  /** Of that, what only bodies of at most `small_bytes` get: whoever sends large ones keeps no small one out. */
  readonly small_room_bytes: number;
  readonly small_bytes: number;
  /** And of what platforms post: four of their largest. */
  readonly platform_room_bytes: number;
  /** What a body has to bring in each `window_ms`, as bytes a second. */
  readonly least_bytes_per_s: number;
  readonly window_ms: number;
  /** Which bodies give up their room where there is none left for another: those that are slower than this after `pressed_ms`. */
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
  // Half of what the slowest mobile networks bring.
  least_bytes_per_s: 4 * 1024,
  window_ms: 15_000,
  pressed_bytes_per_s: 64 * 1024,
  pressed_ms: 1_000,
};
/** A body that is let in. */
type HeldUpload = {
  /** The most the request's body may have. */
  readonly limit_bytes: number;
  /** Who sends it; undefined for whoever is counted for nobody. */
  readonly account: string | undefined;
};

type UploadRoom = {
  /**
   * Takes the room that a request's body may need, until it is answered or gone: a file is held in memory while it arrives
   * and while it waits for its turn. Meanwhile nothing of the body is read.
   *
   * @throws AppError rate_limited when there is no room left, or the account's line is full or too slow
   */
  enter(request: IncomingMessage, response: ServerResponse, upload: HeldUpload): Promise<void>;
};

export type UploadRooms = { readonly people: UploadRoom; readonly platforms: UploadRoom };

/** Answers a request whose body is too slow, and ends its connection. */
type Cut = (socket: Duplex) => void;

/** One for each, so that neither can keep the other out. */
export function createUploadRooms(options: Partial<UploadLimits>, cut: Cut): UploadRooms {
  const limits = { ...DEFAULT_UPLOAD_LIMITS, ...options };
  return {
    people: createPeoplesRoom(limits, cut),
    platforms: createPlatformsRoom(limits.platform_room_bytes),
  };
}

/** Of what a request says it has, or else of what it may have; nothing for one that is refused unread since it says too much. */
function bytesOf(request: IncomingMessage, limitBytes: number): number {
  const stated = Number(request.headers['content-length'] ?? limitBytes);
  return stated > limitBytes ? 0 : stated;
}

/** Without it, twenty clients that send slowly, or one that sends twenty files, take most of a gigabyte. */
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

/** What has its room, and how much had come when it was last looked at. */
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

  /** Whoever is slow goes, the slowest first, until there is room. */
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

/** Not those that wait for being worked on: that is not their clients' slowness. */
function isArriving({ request }: Place): boolean {
  return !request.complete;
}

/** Bytes a second since a moment. */
function rateOf({ request }: Place, since: { ms: number; read: number }, now: number): number {
  return ((request.socket.bytesRead - since.read) / Math.max(now - since.ms, 1)) * 1_000;
}
