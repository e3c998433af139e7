import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

/**
 * Reads along what the servers of a test run write to their logs, at the level that says most, and remembers what the
 * tests sent and got that no log may hold: whichever came first.
 */
export type LogWatch = {
  readonly logger: Logger;
  /** What must be in no log: the secrets in a request or an answer, wherever they stand. */
  keepSecret(carrier: unknown): void;
  /** @throws AssertionError that names what was found, by its kind, and the line, with the secret struck out */
  assertNothingLeaked(): void;
};

/** Members of bodies whose values are secrets, or a person's own. */
const SECRET_MEMBERS = new Set([
  'access_token',
  'api_key',
  'email',
  'id_token',
  'new_password',
  'nonce',
  'password',
  'refresh_token',
  'secret',
  'token',
]);
/** Shorter ones would be found by chance, and so would words: what a test hides has a digit in it. */
const SHORTEST = 8;
const HIDDEN = /\d/;

/** What can be told by its looks, whoever made it. */
const BY_LOOKS: Readonly<Record<string, RegExp>> = {
  'an e-mail address': /^[^@]+@[^@]+\.[A-Za-z]{2,}$/,
  'a JWT': /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
  'an API key': /^ekiden_[A-Za-z0-9]{43}$/,
  'a password hash': /^argon2id$/,
};

/** Ids, times and numbers: each line has its own, and would be kept for them. */
const NO_SECRET = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\d.TZ-]+)$/;

export function watchLog(): LogWatch {
  /** The first line each word was seen in. */
  const words = new Map<string, string>();
  const secrets = new Set<string>();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk);
      for (const word of wordsOf(line)) {
        if (!NO_SECRET.test(word) && !words.has(word)) words.set(word, line);
      }
      done();
    },
  });
  const keepSecret = (carrier: unknown): void => {
    if (typeof carrier !== 'object' || carrier === null) return;
    for (const [name, value] of Object.entries(carrier)) {
      if (typeof value !== 'string') keepSecret(value);
      else if (SECRET_MEMBERS.has(name))
        for (const word of wordsOf(value)) if (HIDDEN.test(word)) secrets.add(word);
    }
  };
  return {
    logger: pino({ level: 'trace' }, sink),
    keepSecret,
    assertNothingLeaked: () => {
      const leaks = [...words].flatMap(([word, line]) => {
        const kind = secrets.has(word) ? 'what a test keeps secret' : kindOf(word);
        return kind === undefined ? [] : [`${kind}: ${line.replaceAll(word, '[…]').slice(0, 500)}`];
      });
      assert.deepEqual(leaks, [], 'the log holds secrets');
    },
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}._@+-]+/u).filter((word) => word.length >= SHORTEST);
}

function kindOf(word: string): string | undefined {
  return Object.keys(BY_LOOKS).find((kind) => BY_LOOKS[kind]?.test(word));
}
