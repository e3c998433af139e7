import type { TSchema } from 'typebox';
import { AppError, type ErrorDetail } from '../shared/errors.ts';
import { type Piece, splitBody } from './body-pieces.ts';
import { parseJson } from './parse-json.ts';
import { payloadTooLarge } from './too-large.ts';
import { validator } from './validate.ts';

export type LargeBodyTask = { readonly bytes: Uint8Array; readonly schema_json: string };

export type LargeBodyResult =
  | { readonly ok: true; readonly pieces: readonly Piece[] }
  | {
      readonly ok: false;
      readonly code: string;
      readonly status: number;
      readonly message: string;
      readonly details: readonly ErrorDetail[] | undefined;
    };

const MAX_VALUES = 4_000_000;

const validators = new Map<string, (value: unknown) => void>();

export function readInThread({ bytes, schema_json }: LargeBodyTask): LargeBodyResult {
  try {
    requireFewValues(bytes);
    const value = parseJson(bytes);
    const schema: TSchema = JSON.parse(schema_json);
    const check = validators.get(schema_json) ?? validator(schema, 'body');
    validators.set(schema_json, check);
    check(value);
    return { ok: true, pieces: splitBody(value) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, status, message, details } = error;
    return { ok: false, code, status, message, details };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Every value follows a comma or an opening bracket. */
const BEFORE_VALUES = new Set([0x2c, 0x5b, 0x7b]);

/** Counts values before parsing: parsed values take ten times the room of their text. */
function requireFewValues(bytes: Uint8Array): void {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (BEFORE_VALUES.has(byte)) count += 1;
  }
  if (count <= MAX_VALUES) return;
  throw payloadTooLarge({
    message: `The body has more than ${MAX_VALUES / 1e6} million values: send it in parts.`,
  });
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
