import { useId } from 'react';
import type { Schemas } from '../client/api.ts';
import { useFormat } from '../format.ts';
import type { Kind } from '../parts/kinds.ts';
import { stretchesOf } from '../parts/workout-profile.tsx';
import { useSay } from '../say.tsx';
import style from './session-profile.module.css';

const WIDTH = 350;
const HEIGHT = 76;

/**
 * The session of a day as an outline, into which what was run grows from the left; the highlighter stands where the athlete got to.
 * Below it the axis, in distance where the session has one.
 */
export function SessionProfile(props: {
  readonly segments: readonly Schemas['PlanSegment'][];
  readonly kind: Kind;
  readonly title: string;
  readonly distance_m: number;
  readonly duration_s: number;
  /** How much of it was run, from 0 to 1; null where nothing was. */
  readonly share: number | null;
}) {
  const { segments, kind, title, distance_m, duration_s, share } = props;
  const say = useSay();
  const format = useFormat();
  const clip = useId();
  const stretches = stretchesOf(segments, kind);
  const total = stretches.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return null;
  const boxes = stretches.map(({ length, height, color }, index) => {
    const before = stretches.slice(0, index).reduce((sum, one) => sum + one.length, 0);
    const high = height * (HEIGHT - 2);
    return {
      ...{ x: (before / total) * WIDTH, width: (length / total) * WIDTH },
      ...{ y: HEIGHT - 1 - high, height: high, color },
    };
  });
  const top = Math.min(...boxes.map(({ y }) => y)) - 1;
  const outline = boxes.map(({ x, y, width }) => `L${x} ${y}L${x + width} ${y}`).join('');
  const end = distance_m > 0 ? format.distance(distance_m) : format.duration(duration_s);
  const name =
    share === null
      ? say('training.profile.planned', { title, length: end })
      : say('training.profile.done', { title, length: end, share: format.percent(share) });
  return (
    <div className={style.profile}>
      <div className={style.drawing}>
        <svg
          width="100%"
          height={HEIGHT - top}
          viewBox={`0 ${top} ${WIDTH} ${HEIGHT - top}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={name}
        >
          {share !== null && (
            <>
              <clipPath id={clip}>
                <rect className={style.grown} width={WIDTH * share} height={HEIGHT} />
              </clipPath>
              <g clipPath={`url(#${clip})`}>
                {boxes.map(({ color, ...box }) => (
                  <rect key={box.x} {...box} fill={color} />
                ))}
              </g>
            </>
          )}
          <path
            className={style.outline}
            d={`M0 ${HEIGHT - 1}${outline}L${WIDTH} ${HEIGHT - 1}Z`}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {share !== null && share < 1 && (
          <i className={style.reached} style={{ insetInlineStart: `${share * 100}%` }} />
        )}
      </div>
      <div className={`${style.axis} axis third`} aria-hidden="true">
        <span>0</span>
        <span>{end}</span>
      </div>
    </div>
  );
}
