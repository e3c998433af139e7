/**
 * Whether a text has an address of a page, also in the disguises in which people and programs still find it: `evil[.]dev`,
 * `evil dot dev`, `hxxp`, `evil。dev`, punycode, characters in between that nobody sees. Meant for a model's words, which are replaced
 * then: a sentence that only looks like one costs nothing.
 */
export function namesPage(text: string): boolean {
  // What only looks like a letter or a dot counts as what it looks like.
  const seen = text.normalize('NFKC').replaceAll(UNSEEN, '');
  return ADDRESSES.some((pattern) => pattern.test(seen));
}

/** Joiners, marks of direction, soft hyphens, selectors of variants, fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A dot with a blank behind it ends a sentence, unless one of these follows in small letters. */
const ENDINGS =
  'com|net|org|info|biz|edu|gov|io|dev|app|ai|co|ly|gg|tv|xyz|vip|cc|ru|su|cn|tw|jp|kr|hk|uk|fr|eu|ca|au|ch|nl|pl|br|onion';
/** These are words too, and may follow an abbreviation: "at the club. live". */
const WORDS =
  'me|site|online|website|web|tech|cloud|blog|live|news|shop|store|link|click|club|top|pro|de|us|es|example|test|local';

/** FTP alone is what somebody can hold for an hour on a bike; WWW is nothing else. */
const ADDRESSES: readonly RegExp[] = [
  /:\s?\/\s?\/|\/\/|\bh\s?[tx*]\s?[tx*]\s?ps?\b|\bftps?\s?:\s?[/\\]|\bwww\d?\b/iu,
  /\bxn--/iu,
  // A dot right before letters; a full stop of Chinese and Japanese between Latin ones in small letters, but behind no unit.
  /[\p{L}\p{M}\p{Nd}]\s{0,3}\.\p{L}{2}/u,
  /(?<!\p{Nd}\s{0,3}\p{Script=Latin}{0,4}\s{0,3})(?<=\p{Script=Latin}\s{0,3})。\p{Ll}{2}/u,
  new RegExp(`\\p{Script=Latin}\\s{0,3}。(?:${`${ENDINGS}|${WORDS}`.toUpperCase()})(?![\\p{L}\\p{Nd}])`, 'u'),
  new RegExp(`[\\p{L}\\p{Nd}]\\s{0,3}[.。]\\s{0,3}(?:${ENDINGS})(?![\\p{L}\\p{Nd}])`, 'u'),
  new RegExp(`[\\p{L}\\p{Nd}](?:\\s{1,3}[.。]\\s{0,3}|[.。])(?:${WORDS})(?![\\p{L}\\p{Nd}])`, 'u'),
  // Dots of other kinds, and dots that are packed up.
  new RegExp(`[\\p{L}\\p{Nd}]\\s{0,3}[·・‧•∙⋅]\\s{0,3}(?:${ENDINGS}|${WORDS})(?![\\p{L}\\p{Nd}])`, 'u'),
  /[([{<【「『〔（［｛]\s{0,3}(?:[.。·・‧•]|d[o0]t|點|点|ドット)\s{0,3}[)\]}>】」』〕）］｝]/iu,
  /(?<![\p{L}\p{M}])d[o0]t(?![\p{L}\p{M}])/iu,
  // Behind a number it is an hour: "6 點 am".
  /[a-z]\d{0,9}\s{0,3}(?:點|点|ドット)\s{0,3}[a-z]{2}/iu,
  new RegExp(`\\d\\s{0,3}(?:點|点|ドット)\\s{0,3}(?:${ENDINGS})(?![\\p{L}\\p{Nd}])`, 'iu'),
  // Numbers of machines.
  /(?<![\d.])\d{1,3}(?:\s?\.\s?\d{1,3}){3}(?![\d.])/u,
];
