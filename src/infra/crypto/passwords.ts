import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineError } from '../../shared/errors.ts';

type Parameters = {
  /** Memory in KiB. */
  memory: number;
  passes: number;
  parallelism: number;
};

/**
 * OWASP Password Storage Cheat Sheet, Argon2id: "a minimum configuration of 19 MiB of memory, an iteration
 * count of 2, and 1 degree of parallelism". Salt and tag sizes: RFC 9106, section 3.1 and 4.
 */
const CURRENT: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** The most memory that a stored hash may ask for, so that a manipulated row cannot exhaust the node. */
const MAX_MEMORY_KIB = 262_144;
const MAX_PASSES = 16;
const MAX_PARALLELISM = 16;

/**
 * At most two at a time: argon2 runs on libuv's four threads, which files and name look-ups share, and each run holds 19
 * MiB. One core stays free: two hashes on two cores made the 95th percentile of reads four times as long. At 30 ms a run
 * the full queue means four to eight seconds of waiting; later callers are refused.
 */
const RUNNING_MAX = Math.min(2, Math.max(1, availableParallelism() - 1));
const WAITING_MAX = 256;

const busy = defineError('rate_limited', 429, 'Too many sign-ins at once. Try again in a few seconds.');

export type PasswordHasher = {
  /**
   * Hashes a password with argon2id for storage.
   *
   * The password is brought to Unicode form NFKC first, so that "é" typed on another keyboard, or a full-width
   * letter, is the same password (NIST SP 800-63B-4, 3.1.1.2). It is neither trimmed nor cut; its length is for
   * the caller to limit.
   *
   * @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`
   * @throws AppError rate_limited when too many hashes are waiting already
   */
  hashPassword(password: string): Promise<string>;

  /**
   * Whether the password made the stored hash. A malformed hash and `null` (an unknown e-mail, an account without
   * a password) are false, after the same work as for a real one, so that the time tells nothing.
   *
   * @throws AppError rate_limited when too many hashes are waiting already
   */
  verifyPassword(password: string, phc: string | null): Promise<boolean>;
};

/** Makes the process's one hasher, which holds the queue of hashes. */
export function createPasswordHasher(): PasswordHasher {
  const inTurn = createLine(RUNNING_MAX, WAITING_MAX);
  const decoySalt = randomBytes(SALT_BYTES);

  return {
    async hashPassword(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await inTurn(() => derive(password, salt, TAG_BYTES, CURRENT));
      return formatPhc(CURRENT, salt, tag);
    },

    async verifyPassword(password, phc) {
      const stored = phc === null ? null : parsePhc(phc);
      if (stored === null) {
        await inTurn(() => derive(password, decoySalt, TAG_BYTES, CURRENT));
        return false;
      }
      const tag = await inTurn(() => derive(password, stored.salt, stored.tag.length, stored.parameters));
      return timingSafeEqual(tag, stored.tag);
    },
  };
}

/** Whether a stored hash was made with other parameters than today's and should be replaced at the next sign-in. */
export function needsRehash(phc: string): boolean {
  const stored = parsePhc(phc);
  return (
    stored === null ||
    stored.parameters.memory !== CURRENT.memory ||
    stored.parameters.passes !== CURRENT.passes ||
    stored.parameters.parallelism !== CURRENT.parallelism ||
    stored.salt.length < SALT_BYTES ||
    stored.tag.length < TAG_BYTES
  );
}

function derive(password: string, salt: Buffer, tagLength: number, parameters: Parameters): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, tagLength, ...parameters }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

function formatPhc(parameters: Parameters, salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${phcBase64(salt)}$${phcBase64(tag)}`;
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,172})$/;

function parsePhc(phc: string): { parameters: Parameters; salt: Buffer; tag: Buffer } | null {
  const [, memoryText, passesText, parallelismText, saltText, tagText] = PHC.exec(phc) ?? [];
  if (saltText === undefined || tagText === undefined) return null;
  const memory = Number(memoryText);
  const passes = Number(passesText);
  const parallelism = Number(parallelismText);
  const salt = Buffer.from(saltText, 'base64');
  const tag = Buffer.from(tagText, 'base64');
  const allowed =
    passes >= 1 &&
    passes <= MAX_PASSES &&
    parallelism >= 1 &&
    parallelism <= MAX_PARALLELISM &&
    // RFC 9106, 3.1: at least 8 KiB a lane.
    memory >= 8 * parallelism &&
    memory <= MAX_MEMORY_KIB &&
    phcBase64(salt) === saltText &&
    phcBase64(tag) === tagText;
  return allowed ? { parameters: { memory, passes, parallelism }, salt, tag } : null;
}

/** The PHC string format writes base64 without padding. */
function phcBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Runs at most `running` tasks at a time, lets `waiting` more wait in order, and refuses the rest. */
function createLine(runningMax: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (running < runningMax) {
      running += 1;
    } else {
      if (waiting.length >= waitingMax) throw busy({ headers: { 'Retry-After': '5' } });
      // A finishing task hands its place to the next, so `running` does not change here.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
