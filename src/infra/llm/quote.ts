/**
 * Prepares other people's texts for a prompt as data in a block of their own. Inside is JSON whose marker characters are
 * escaped, so no text can end its block or begin another.
 */

/** The most characters of one person's text that a model sees. */
const MOST_CHARACTERS = 4_000;

/**
 * @param name lower-case letters and `_`
 * @param most_characters of each text; longer ones are cut
 */
export function quote(name: string, value: unknown, most_characters = MOST_CHARACTERS): string {
  const json = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? readable(member.slice(0, most_characters)) : member,
  );
  return `<data name="${name}">\n${json.replaceAll(/[<>&\u2028\u2029]/g, escaped)}\n</data>`;
}

/** Removes invisible characters, which a model would read, and addresses, which a plan does not need. */
function readable(text: string): string {
  return text.toWellFormed().normalize('NFC').replaceAll(UNSEEN, '').replaceAll(ADDRESS, '[…]');
}

/** Control characters except line feed and tab, and formatting characters: joiners, direction marks, tags. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/**
 * E-mail addresses, links, our ids, and telephone numbers that begin with +, 0 or a bracket: others look like intervals.
 * Each alternative takes linear time.
 */
const ADDRESS =
  /[^\s@<>"]{1,64}@[^\s@<>"]{1,255}|\b[a-z][a-z+]{1,15}:\/\/\S{1,2000}|\bwww\.\S{1,2000}|\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|(?<![\d-])(?:\+\d|0\d|\((?!\d{4}-)\d)(?:[ ().-]{0,2}\d){7,17}/giu;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
