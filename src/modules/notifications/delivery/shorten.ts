/**
 * Shortens a text to the room there is, at a whole character as people see it, with a sign that there is more. A campaign is cut for
 * each of its devices, so for speed only the surroundings of the cut are split into characters.
 *
 * @param sizeOf how much room a text takes, in the unit of `room`; a longer text never takes less
 */
export function shorten(text: string, room: number, sizeOf: (text: string) => number): string {
  if (sizeOf(text) <= room) return text;
  const left = room - sizeOf('…');
  let [fits, isTooLong] = [0, text.length];
  while (isTooLong - fits > 1) {
    const middle = Math.floor((fits + isTooLong) / 2);
    if (sizeOf(upTo(middle, text)) <= left) fits = middle;
    else isTooLong = middle;
  }
  const cut = new Intl.Segmenter().segment(text).containing(fits)?.index ?? 0;
  return `${text.slice(0, cut).trimEnd()}…`;
}

/** The beginning of a text without half a surrogate pair at its end, which takes more room as JSON than the whole pair. */
function upTo(end: number, text: string): string {
  return text.slice(0, isHalf(text.slice(end - 1, end + 1)) ? end - 1 : end);
}

const isHalf = (pair: string): boolean => pair.length === 2 && (pair.codePointAt(0) ?? 0) > 0xffff;
