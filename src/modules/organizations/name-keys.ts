import { hash } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';

/** Stands for what parts two digits: "Run 1.5" is not "Run 15". A character that no text has, so that it stays. */
const BETWEEN_DIGITS = '\uE000';
const PARTS_DIGITS = /(?<=\p{Nd})[\p{P}\p{Z}]+(?=\p{Nd})/gu;

/** What is not seen, or is easily overlooked: spaces, punctuation, accents that stand alone, skin tones, U+2800, which is an empty Braille cell. */
const OVERLOOKED = /[\p{P}\p{Z}\p{Sk}]\p{M}*|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * What a name looks like, by the skeletons of Unicode Technical Standard 39 (confusables): names that share a key pass for one
 * another. Up to three keys, since which letters look alike depends on their case, and names are compared regardless of it:
 * `В` is a `B` to the eye, `в` no `b`.
 *
 * @param name as `readName` gives it
 */
export function nameKeys(name: string): Buffer[] {
  const plain = name.normalize('NFKC').replace(PARTS_DIGITS, BETWEEN_DIGITS);
  const looks = new Set([
    asWritten(plain),
    asWritten(plain.toLowerCase()),
    // Capitals stay capitals: in small letters they would be others' keys of small letters.
    skeleton(plain.toUpperCase()),
  ]);
  // A name of which all is overlooked looks like itself alone, however its accents are written.
  // In one order, so that two who take several of the same at once do not wait in a circle.
  return [...looks].sort().map((look) => hash('sha256', look || name.normalize('NFC'), 'buffer'));
}

/** Regardless of the case that a letter has once it is what it looks like: `I` looks like `l`, and `0` like `O`. */
const asWritten = (text: string): string => skeleton(skeleton(text).toLowerCase());

function skeleton(text: string): string {
  const seen = text.normalize('NFD').replace(OVERLOOKED, '');
  // Again, since some letters look like punctuation: U+02BC like an apostrophe.
  return unhomoglyph(seen).normalize('NFD').replace(OVERLOOKED, '');
}
