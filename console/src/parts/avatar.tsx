import style from './avatar.module.css';

/** The first letters of a name, beside the name. */
export function Avatar({
  name,
  size = 'usual',
}: {
  readonly name: string;
  readonly size?: 'small' | 'usual' | 'large';
}) {
  return (
    <span className={style.avatar} data-size={size} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

const SEGMENTER = new Intl.Segmenter();

/** Two letters of a name in words; the first sign of one that is written without spaces, or that has no letters. */
function initialsOf(name: string): string {
  const isWord = (text: string): boolean => /\p{L}|\p{N}/u.test(text);
  const firstOf = (text: string, isWanted: (sign: string) => boolean): string | undefined => {
    for (const { segment } of SEGMENTER.segment(text)) if (isWanted(segment)) return segment;
    return undefined;
  };
  const words = name
    .trim()
    .split(/[\s_(]+/u)
    .filter(isWord);
  const first = firstOf(words[0] ?? '', isWord) ?? firstOf(name.trim(), () => true) ?? '';
  const isLatin = /^\p{Script=Latin}/u.test(first);
  const last = words.length > 1 && isLatin ? firstOf(words.at(-1) ?? '', isWord) : undefined;
  return (first + (last ?? '')).toLocaleUpperCase();
}
