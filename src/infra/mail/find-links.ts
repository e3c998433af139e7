/** A piece of a text: as it stands there, and where it leads when it is an address. */
export type Piece = {
  readonly text: string;
  readonly link: { readonly href: string; readonly host: string } | null;
};

/** Letters and digits of scripts that hold letters like Latin ones, and Latin itself. */
const LATIN_LIKE =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Nd}';
/** Addresses with a scheme, up to spaces, quotation marks, brackets of East Asian scripts, and marks that are not seen. */
const WITH_SCHEME = 'https?:\\/\\/[^\\s<>"\\p{Cf}、。，！？「」『』（）【】《》]+';
/** Addresses that begin with a host of which not all is ASCII: that is how one passes for another. A host in ASCII is what it says. */
const BARE = `(?<![${LATIN_LIKE}@/.-])(?=[${LATIN_LIKE}.-]*(?!\\p{ASCII})[${LATIN_LIKE}])[${LATIN_LIKE}](?:[${LATIN_LIKE}\\p{M}-]*\\.)+[a-z]{2,24}(?![${LATIN_LIKE}])(?:[/?#][^\\s<>"\\p{Cf}]*)?`;
/** What mail programs make links of by themselves. */
const ADDRESS = new RegExp(`${WITH_SCHEME}|${BARE}`, 'giu');

/** Where the words of a sentence without spaces go on behind an address. */
const NEXT_WORDS = /(?<=[a-z\d]|[^/]\/)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}].*$/iu;

/** What belongs to the sentence around an address. A bracket at its end does, unless the address has opened it. */
const SENTENCE = /[.,;:!?'\]}]+$/;

/** A text as pieces that make it up again, addresses apart. What is no address after all stays text. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(found.replace(NEXT_WORDS, ''));
    const url = URL.parse(/^https?:/i.test(address) ? address : `http://${address}`);
    if (url === null) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), link: null });
    // WHATWG's host is what browsers go to: after any `@`, in ASCII (Punycode), numbers as an IP address.
    pieces.push({ text: address, link: { href: url.href, host: url.host } });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), link: null });
  return pieces;
}

function withoutSentence(address: string): string {
  const short = address.replace(SENTENCE, '');
  const closesItsOwn = short.split('(').length >= short.split(')').length;
  if (short.endsWith(')') && !closesItsOwn) return withoutSentence(short.slice(0, -1));
  return short;
}

/**
 * The host of an address, to stand behind it. Isolated (U+2066, U+2069), so that no mark for the direction of text in what somebody
 * wrote turns it round.
 */
export const hostMark = (host: string): string => `\u2066[→ ${host}]\u2069`;

/** A text with the host behind each address. */
export function withHosts(text: string): string {
  return findLinks(text)
    .map((piece) => (piece.link === null ? piece.text : `${piece.text} ${hostMark(piece.link.host)}`))
    .join('');
}
