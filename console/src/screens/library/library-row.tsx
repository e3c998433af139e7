import { useFormat } from '../../format.ts';
import { kindOf } from '../../parts/kinds.ts';
import { type MenuAction, RowMenu } from '../../parts/menu-button.tsx';
import { WorkoutProfile } from '../../parts/workout-profile.tsx';
import { useSay } from '../../say.tsx';
import style from './library.module.css';
import type { LibraryWorkout } from './library-queries.ts';

/** One workout of the library: its profile, how long it is, and what it is sorted by. */
export function LibraryRow(props: {
  readonly workout: LibraryWorkout;
  readonly tabIndex: 0 | -1;
  readonly onOpen: () => void;
  readonly onLabel: (label: string) => void;
  readonly actions: readonly MenuAction[];
}) {
  const { workout, tabIndex, onOpen, onLabel, actions } = props;
  const say = useSay();
  const format = useFormat();
  const { title, description, workout_type, segments, duration_s, distance_m, labels } = workout;
  return (
    <div className={style.row}>
      <div className={style.what}>
        <button type="button" className={style.title} tabIndex={tabIndex} data-opens onClick={onOpen}>
          {title}
        </button>
        <span className="small second">
          {description === '' ? say(`library.type.${workout_type}`) : description}
        </span>
      </div>
      <span className={style.profile}>
        <WorkoutProfile segments={segments} kind={kindOf(workout_type)} width={180} height={32} />
      </span>
      <span className={style.size}>
        {distance_m > 0 && <span>{format.distance(distance_m)}</span>}
        <span className="small third">{format.duration(duration_s)}</span>
      </span>
      <span className={style.labels}>
        {labels.map((label) => (
          <button key={label} type="button" onClick={() => onLabel(label)}>
            {label}
          </button>
        ))}
      </span>
      <RowMenu label={say('library.more', { title })} actions={actions} />
    </div>
  );
}
