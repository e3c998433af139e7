import type { RefObject } from 'react';
import { useFormat } from '../../format.ts';
import { Comments as Thread } from '../../parts/comments/comments.tsx';
import type { About, Place, Post } from '../../parts/comments/thread.ts';
import { useSay } from '../../say.tsx';
import { usePartName } from './part-name.tsx';
import type { Part } from './parts-of-run.ts';
import style from './review.module.css';

/** What athlete and coaches of one organization say about a run; a comment can hang on a lap or a stretch. */
export function Comments(props: {
  readonly about: About;
  readonly parts: readonly Part[];
  readonly place: Place | null;
  readonly onPlaceDone: () => void;
  readonly box: RefObject<HTMLDivElement | null>;
}) {
  const { about, parts, place, onPlaceDone, box } = props;
  const say = useSay();
  const nameOf = usePlaceName(parts);
  return (
    <section className={style.comments} aria-labelledby="comments-title">
      <h2 id="comments-title">{say('comments.title')}</h2>
      <Thread
        {...{ about, box }}
        empty={say('review.comments.empty')}
        placeholder={say('review.comments.placeholder')}
        placing={{ place, nameOf, ofAll: say('review.comments.wholeRun'), onDone: onPlaceDone }}
      />
    </section>
  );
}

function usePlaceName(parts: readonly Part[]) {
  const say = useSay();
  const format = useFormat();
  const partName = usePartName();
  return (place: NonNullable<Post['place']>): string => {
    const { lap_number, from_s = 0, to_s = 0 } = place;
    if (lap_number === undefined)
      return say('review.stretch', { from: format.duration(from_s), to: format.duration(to_s) });
    const part = parts.find((one) => one.lap_number === lap_number);
    return part === undefined ? say('review.part.lap', { number: lap_number }) : partName(part);
  };
}
