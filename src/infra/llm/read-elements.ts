import { malformed } from './faults.ts';
import { LONGEST_MARK, withoutThoughts } from './thoughts.ts';

/** The beginning of a list of objects: as requested, or bare as some models write it. */
const BEGINNING = /"elements"\s{0,24}:\s{0,24}\[|\[(?=\s{0,24}\{)/g;
/** An answer that begins like this has no reasoning; some reasoning begins with a word in brackets. */
const BEGINS_AS_JSON = /^(?:\{|`|\[\s*\{)/;
/** Longer than the longest beginning, to find one that is cut between pieces. */
const OVERLAP = 64;

/**
 * The elements of the one list in an answer; other text and code fences are skipped. If the answer begins as JSON, each
 * element is yielded when complete, and text after the list is not awaited. If it begins with words, these may be
 * reasoning with discarded lists: nothing is yielded before the end. A mark that ends reasoning drops all before it.
 * @param pieces the answer, cut anywhere
 * @throws ModelFault `malformed` where there is no list, an element is no JSON, or the answer ends inside the list
 */
export async function* readElements(pieces: AsyncIterable<string>): AsyncGenerator<unknown> {
  let list = findList();
  let tail = '';
  let begins = '';
  let held: unknown[] = [];
  let fault: unknown;
  for await (const piece of pieces) {
    let text = piece;
    if (begins.length < LONGEST_MARK) begins = (begins + piece).trimStart();
    if (!BEGINS_AS_JSON.test(begins)) {
      const seen = tail + piece;
      const answer = withoutThoughts(seen);
      tail = answer.slice(-LONGEST_MARK);
      if (answer !== seen) {
        list = findList();
        held = [];
        fault = undefined;
        text = answer;
        begins = answer.trimStart();
      }
    }
    if (BEGINS_AS_JSON.test(begins)) {
      for (const element of list.take(text)) yield parse(element);
      if (list.ended()) return;
    } else fault ??= collect(list.take(text), held);
  }
  yield* held;
  if (fault !== undefined) throw fault;
  if (!list.ended()) throw list.fault();
}

function collect(elements: Iterable<string>, into: unknown[]): unknown {
  try {
    for (const element of elements) into.push(parse(element));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Finds the list, then follows it. */
function findList() {
  const list = followList();
  let before = '';
  let begun = false;
  return {
    *take(piece: string): Generator<string> {
      if (begun) return yield* list.take(piece);
      before = before.slice(-OVERLAP) + piece;
      BEGINNING.lastIndex = 0;
      const found = BEGINNING.exec(before);
      if (found === null) return;
      begun = true;
      yield* list.take(before.slice(found.index + found[0].length));
    },
    ended: list.ended,
    fault: () => malformed(begun ? 'its list has no end' : 'there is no list in its answer'),
  };
}

type ListFollower = {
  /** The texts of the elements that are whole with this piece. */
  take(piece: string): Generator<string>;
  ended(): boolean;
};

/** Follows brackets and strings behind a list's opening bracket; each character is read once. */
function followList(): ListFollower {
  let element = '';
  let depth = 0;
  let in_string = false;
  let escaped = false;
  let ended = false;
  let elements = 0;
  const isInside = (character: string): boolean => {
    if (in_string) {
      if (escaped) escaped = false;
      else if (character === '\\') escaped = true;
      else if (character === '"') in_string = false;
      return true;
    }
    if (character === '"') in_string = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (depth > 0 && (character === '}' || character === ']')) depth -= 1;
    else if (depth === 0 && (character === ',' || character === ']')) return false;
    return true;
  };
  return {
    *take(piece) {
      let from = 0;
      for (let at = 0; at < piece.length && !ended; at += 1) {
        const character = piece.charAt(at);
        if (isInside(character)) continue;
        const whole = (element + piece.slice(from, at)).trim();
        element = '';
        from = at + 1;
        ended = character === ']';
        // An empty list, or the trailing comma that models like to write.
        if (whole === '' && ended) return;
        if (whole === '') throw malformed(`element ${elements + 1} of its list is missing`);
        elements += 1;
        yield whole;
      }
      if (!ended) element += piece.slice(from);
    },
    ended: () => ended,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse errors quote the text.
    throw malformed('an element of its list is no JSON');
  }
}
