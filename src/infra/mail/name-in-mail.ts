/**
 * A name that one person chose and a stranger reads in our mail: one line, one direction, and nothing that becomes a
 * link. Anybody can name a club like a sentence with an address.
 */
export function nameInMail(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
  return line.replace(PARTS_OF_ADDRESSES, `$&${WORD_JOINER}`) || '–';
}

/** Characters inside addresses, including those that IDNA takes for a dot (U+3002, U+FF0E, U+FF61) and full-width forms. */
const PARTS_OF_ADDRESSES = /(?<=\S)[.:/@\u3002\uff0e\uff61\uff1a\uff0f\uff20](?=\S)/g;

const WORD_JOINER = '\u2060';
