/**
 * A name that somebody chose and a stranger reads in a mail of ours: one line, in one direction, and nothing in it that a mail
 * program would make a link of. Anybody may found a club, and call it by a sentence with an address in it.
 */
export function nameInMail(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
  return line.replace(PARTS_OF_ADDRESSES, `$&${WORD_JOINER}`) || '–';
}

/** What stands in an address between others: also what IDNA takes for a dot (U+3002, U+FF0E, U+FF61), and the full-width forms. */
const PARTS_OF_ADDRESSES = /(?<=\S)[.:/@\u3002\uff0e\uff61\uff1a\uff0f\uff20](?=\S)/g;

/** Takes no room and parts no words, but ends what looks like an address. */
const WORD_JOINER = '\u2060';
