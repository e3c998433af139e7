import { setImmediate } from 'node:timers/promises';

/**
 * Part of a body as JSON text: its value at a path, or more items or members of what is there. Passing text between
 * threads is cheap; cloning a parsed value costs twice as much as parsing.
 */
export type Piece = { readonly path: readonly string[]; readonly json: string };

/** The first segment of every path; it stands for the body itself. */
const ROOT = 'body';
/** Text of this length is parsed within milliseconds. */
const PIECE_CHARS = 128 * 1024;

/** Splits a parsed body into pieces that are each quick to parse. */
export function splitBody(body: unknown): Piece[] {
  return [...piecesOf(body, [ROOT])];
}

function* piecesOf(value: unknown, path: readonly string[]): Generator<Piece> {
  if (typeof value !== 'object' || value === null || sizeOf(value) <= PIECE_CHARS) {
    yield { path, json: JSON.stringify(value) };
    return;
  }
  const isList = Array.isArray(value);
  let light: [string, unknown][] = [];
  let size = 0;
  const together = (): Piece => {
    const members = isList ? light.map(([, item]) => item) : Object.fromEntries(light);
    light = [];
    size = 0;
    return { path, json: JSON.stringify(members) };
  };
  yield together();
  for (const [key, member] of Object.entries(value)) {
    const more = sizeOf(member) + key.length;
    if (size + more > PIECE_CHARS && light.length > 0) yield together();
    if (more > PIECE_CHARS) yield* piecesOf(member, [...path, key]);
    else {
      light.push([key, member]);
      size += more;
    }
  }
  if (light.length > 0) yield together();
}

/** The approximate number of characters of its JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const key of Object.keys(value)) {
    size += sizeOf(Reflect.get(value, key)) + (Array.isArray(value) ? 1 : key.length + 4);
  }
  return size;
}

/** Joins the pieces to the body and yields to other work between them. */
export async function joinPieces(pieces: readonly Piece[]): Promise<unknown> {
  const holder: Record<string, unknown> = {};
  for (const { path, json } of pieces) {
    const place = path.slice(0, -1).reduce<object>((at, key) => Object(Reflect.get(at, key)), holder);
    add(place, path.at(-1) ?? ROOT, JSON.parse(json));
    await setImmediate();
  }
  return holder[ROOT];
}

function add(place: object, name: string, value: unknown): void {
  const present: unknown = Object.hasOwn(place, name) ? Reflect.get(place, name) : undefined;
  if (Array.isArray(present) && Array.isArray(value)) for (const item of value) present.push(item);
  else if (typeof present === 'object' && present !== null) Object.assign(present, value);
  else Reflect.set(place, name, value);
}
