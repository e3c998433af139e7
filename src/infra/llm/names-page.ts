/**
 * Whether a text has the address of a web page, also disguised: `evil[.]dev`, `evil dot dev`, `hxxp`, `evil。dev`,
 * punycode, invisible characters. For model output, which is replaced then, so false positives cost nothing.
 */
export function namesPage(text: string): boolean {
  // Look-alikes of letters and dots count as what they resemble.
  const seen = text.normalize('NFKC').replaceAll(UNSEEN, '');
  return ADDRESSES.some((pattern) => pattern.test(seen));
}

/** Joiners, direction marks, soft hyphens, variant selectors, fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A dot and a blank end a sentence, unless one of these follows in lower case. */
const ENDINGS =
  'com|net|org|info|biz|edu|gov|io|dev|app|ai|co|ly|gg|tv|xyz|vip|cc|ru|su|cn|tw|jp|kr|hk|uk|fr|eu|ca|au|ch|nl|pl|br|onion';
const WORDS =
  'me|site|online|website|web|tech|cloud|blog|live|news|shop|store|link|click|club|top|pro|de|us|es|example|test|local';

/** FTP alone is functional threshold power in cycling; WWW has no other meaning. */
const ADDRESSES: readonly RegExp[] = [
  /:\s?\/\s?\/|\/\/|\bh\s?[tx*]\s?[tx*]\s?ps?\b|\bftps?\s?:\s?[/\\]|\bwww\d?\b/iu,
  /\bxn--/iu,
  // A dot right before letters; a Chinese or Japanese full stop between lower-case Latin letters, but not after a unit.
  /[\p{L}\p{M}\p{Nd}]\s{0,3}\.\p{L}{2}/u,
  /(?<!\p{Nd}\s{0,3}\p{Script=Latin}{0,4}\s{0,3})(?<=\p{Script=Latin}\s{0,3})。\p{Ll}{2}/u,
  new RegExp(`\\p{Script=Latin}\\s{0,3}。(?:${`${ENDINGS}|${WORDS}`.toUpperCase()})(?![\\p{L}\\p{Nd}])`, 'u'),
  new RegExp(`[\\p{L}\\p{Nd}]\\s{0,3}[.。]\\s{0,3}(?:${ENDINGS})(?![\\p{L}\\p{Nd}])`, 'u'),
  new RegExp(`[\\p{L}\\p{Nd}](?:\\s{1,3}[.。]\\s{0,3}|[.。])(?:${WORDS})(?![\\p{L}\\p{Nd}])`, 'u'),
  new RegExp(`[\\p{L}\\p{Nd}]\\s{0,3}[·・‧•∙⋅]\\s{0,3}(?:${ENDINGS}|${WORDS})(?![\\p{L}\\p{Nd}])`, 'u'),
  /[([{<【「『〔（［｛]\s{0,3}(?:[.。·・‧•]|d[o0]t|點|点|ドット)\s{0,3}[)\]}>】」』〕）］｝]/iu,
  /(?<![\p{L}\p{M}])d[o0]t(?![\p{L}\p{M}])/iu,
  // After a number it is an hour: "6 點 am".
  /[a-z]\d{0,9}\s{0,3}(?:點|点|ドット)\s{0,3}[a-z]{2}/iu,
  new RegExp(`\\d\\s{0,3}(?:點|点|ドット)\\s{0,3}(?:${ENDINGS})(?![\\p{L}\\p{Nd}])`, 'iu'),
  /(?<![\d.])\d{1,3}(?:\s?\.\s?\d{1,3}){3}(?![\d.])/u,
];
