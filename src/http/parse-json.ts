import { validationError } from '../shared/errors.ts';
import { findRepeatedKey } from './find-repeated-key.ts';
import { unsound } from './validate.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body.
 *
 * @throws AppError validation_error for what is no JSON in UTF-8, or has a key twice
 */
export function parseJson(body: Uint8Array): unknown {
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

/** The position, if the parser names one. The rest of its message quotes the body, which can hold a password. */
function whereParsingStopped(error: unknown): string {
  const message = error instanceof SyntaxError ? error.message : '';
  if (message === 'Unexpected end of JSON input') return ': it ends too early';
  const place = / in JSON at position \d+ \(line (\d+) column (\d+)\)$/.exec(message);
  return place === null ? '' : `: see line ${place[1]}, column ${place[2]}`;
}
