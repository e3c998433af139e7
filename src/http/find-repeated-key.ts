const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * A key that occurs twice in an object of a JSON text. RFC 8259 §4 leaves the meaning open: `JSON.parse` keeps the last
 * value, and a proxy may have checked the first.
 * @param json valid JSON
 */
export function findRepeatedKey(json: string): string | undefined {
  /** The keys so far of each enclosing object, the innermost last. */
  const objects: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === OPENING_BRACE) objects.push(new Set());
    else if (char === CLOSING_BRACE) objects.pop();
    else if (char === QUOTE) {
      const start = at;
      at = endOfString(json, start);
      if (!isBeforeColon(json, at + 1)) continue;
      const key = textOf(json.slice(start, at + 1));
      const keys = objects.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

/** The end of the string that starts at `start`: the next unescaped quote. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function isBeforeColon(json: string, from: number): boolean {
  let at = from;
  // JSON's own white space: space, tab, line feed, carriage return.
  while (' \t\n\r'.includes(json.charAt(at)) && at < json.length) at += 1;
  return json.charCodeAt(at) === COLON;
}

/** The same key can be written in several ways: `"a"`, `"\u0061"`. */
function textOf(literal: string): string {
  return literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1);
}
