import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useSay } from '../../say.tsx';
import type { Activity } from './activity.ts';
import { useLaneWords } from './lane-words.ts';
import type { Direction } from './neighbours.ts';
import style from './review.module.css';

/** Who ran what and when, its five numbers, and the ways to the runs before and after. */
export function RunHead(props: {
  readonly activity: Activity;
  /** Above the title, before the day. */
  readonly who?: ReactNode;
  readonly actions?: ReactNode;
  readonly go: (direction: Direction) => void;
}) {
  const { activity, who, actions, go } = props;
  const say = useSay();
  const format = useFormat();
  const { start_time, timezone } = activity;
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(
    new Date(start_time),
  );
  const when = say('review.when', {
    day: format.day(local, 'full'),
    time: format.time(start_time, timezone),
  });
  return (
    <PageHead
      title={activity.name}
      above={
        <>
          {who}
          <span>{when}</span>
          {activity.is_race && <span className={style.chip}>{say('review.race')}</span>}
          {activity.private === true && <span className={style.chip}>{say('review.private')}</span>}
        </>
      }
    >
      <Numbers activity={activity} />
      <span className={style.ways}>
        <Button look="quiet" aria-label={say('review.earlier')} onPress={() => go('earlier')}>
          <ChevronUp size={16} aria-hidden="true" />
        </Button>
        <Button look="quiet" aria-label={say('review.later')} onPress={() => go('later')}>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
        {actions}
      </span>
    </PageHead>
  );
}

/** What is not there is left out; what is withheld is said below. */
function Numbers({ activity }: { readonly activity: Activity }) {
  const say = useSay();
  const format = useFormat();
  const words = useLaneWords();
  const {
    distance_m,
    duration_s,
    moving_time_s,
    average_pace_s_per_km,
    average_heart_rate_bpm,
    max_heart_rate_bpm,
    training_load,
  } = activity;
  const numbers: readonly (readonly [value: string | null, label: string])[] = [
    [distance_m == null ? null : words.exactDistance(distance_m), say('review.distance')],
    [format.duration(moving_time_s ?? duration_s), say('review.time')],
    [average_pace_s_per_km == null ? null : format.pace(average_pace_s_per_km), say('review.pace')],
    [
      average_heart_rate_bpm == null ? null : words.value('heartRate', average_heart_rate_bpm),
      max_heart_rate_bpm == null
        ? say('review.average')
        : say('review.averageAndMost', { most: format.number(max_heart_rate_bpm) }),
    ],
    [training_load == null ? null : format.number(training_load), say('review.load')],
  ];
  return (
    <dl className={style.numbers}>
      {numbers.map(([value, label]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Value text={value} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** The number large, its unit small. */
function Value({ text }: { readonly text: string }) {
  const [, number = text, unit = ''] = /^([\d.,:]+)(.*)$/.exec(text) ?? [];
  return (
    <>
      {number}
      {unit !== '' && <small>{unit}</small>}
    </>
  );
}
