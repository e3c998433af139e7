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
  const signsOf = (text: string): string[] => [...SEGMENTER.segment(text)].map(({ segment }) => segment);
  const words = name
    .trim()
    .split(/[\s_(]+/u)
    .filter(isWord);
  const first = signsOf(words[0] ?? '').find(isWord) ?? signsOf(name.trim())[0] ?? '';
  const isLatin = /^\p{Script=Latin}/u.test(first);
  const last = words.length > 1 && isLatin ? signsOf(words.at(-1) ?? '').find(isWord) : undefined;
  return (first + (last ?? '')).toLocaleUpperCase();
}
