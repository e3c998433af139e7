import { malformed } from './faults.ts';
import { LONGEST_MARK, withoutThoughts } from './thoughts.ts';

/** Where a list of objects begins: as we ask for it, or bare as some models write it. */
const BEGINNING = /"elements"\s{0,24}:\s{0,24}\[|\[(?=\s{0,24}\{)/g;
/** Where an answer begins like this it has no thoughts; some of those begin with a word in brackets. */
const BEGINS_AS_JSON = /^(?:\{|`|\[\s*\{)/;
/** More than the longest beginning has, so that one which is cut between pieces is found. */
const OVERLAP = 64;

/**
 * The elements of the one list in an answer. What a model says around the list, code fences too, is passed over.
 *
 * Where the answer begins as JSON, each element comes as soon as it is whole, and what stands behind the list is not waited for. Where
 * it begins with words, these may be thoughts, with lists that the model weighs and drops: nothing of it comes before its end. A mark
 * that ends thoughts takes away all before it, and what stands behind it counts as an answer by itself.
 *
 * @param pieces the answer as it comes, cut anywhere
 * @throws ModelFault `malformed` where there is no list, an element is no JSON, or the answer ends in the list's middle
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

/** What is wrong with one of them is given back, not thrown; those before it are collected. */
function collect(elements: Iterable<string>, into: unknown[]): unknown {
  try {
    for (const element of elements) into.push(parse(element));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Looks for the one list, then follows it. */
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
    /** What is wrong where nothing comes any more. */
    fault: () => malformed(begun ? 'its list has no end' : 'there is no list in its answer'),
  };
}

type ListFollower = {
  /** The texts of the elements that are whole with this piece. */
  take(piece: string): Generator<string>;
  ended(): boolean;
};

/** Follows the brackets and strings of a list from behind its opening bracket; each character is looked at once. */
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
        // An empty list, and the comma too many that models like to write behind the last element.
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
    // What JSON.parse says quotes the text.
    throw malformed('an element of its list is no JSON');
  }
}
