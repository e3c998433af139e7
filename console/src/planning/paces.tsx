import type { Schemas } from '../client/api.ts';
import { useFormat } from '../format.ts';
import { useSay } from '../say.tsx';
import type { Athlete } from './athlete-weeks.ts';
import style from './type-workout.module.css';

type Typed = Schemas['TypedWorkoutForAthlete'];
type Step = Schemas['PlanStep'];
type Segment = Schemas['PlanSegment'] | Schemas['PlanSetSegment'];

/** The hardest stretch at each athlete's own pace, the fastest first; by effort where paces are not shared. */
export function Paces(props: { readonly athletes: readonly Typed[]; readonly of: readonly Athlete[] }) {
  const say = useSay();
  const format = useFormat();
  const names = new Map(props.of.map(({ user_id, display_name }) => [user_id, display_name]));
  const rows = props.athletes
    .map((one) => ({ ...one, name: names.get(one.user_id) ?? '', work: hardestOf(one.segments) }))
    .toSorted((a, b) => (paceOf(a.work) ?? 9_999) - (paceOf(b.work) ?? 9_999));
  if (rows.length === 0) return null;
  return (
    <ul className={style.paces} aria-label={say('calendar.type.paces')}>
      {rows.map(({ user_id, name, work }) => {
        const pace = paceOf(work);
        const time_s =
          pace === null || work?.distance_m === undefined ? null : (work.distance_m / 1000) * pace;
        const level = work?.target?.type === 'effort' ? (work.target.max ?? work.target.min) : null;
        return (
          <li key={user_id}>
            <b title={name}>{name}</b>
            {pace === null ? (
              <span className={style.effort}>
                {level == null
                  ? say('calendar.type.effort')
                  : say('calendar.type.effortOf', { level: format.number(level) })}
              </span>
            ) : (
              <>
                <span>{time_s === null ? '' : format.duration(time_s)}</span>
                <span className="third">{format.pace(pace)}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The step of work with the fastest pace, else the hardest effort, else the first. */
function hardestOf(segments: readonly Segment[]): Step | undefined {
  const work = stepsOf(segments).filter(({ kind }) => kind === 'work');
  return work.toSorted(
    (a, b) => (paceOf(a) ?? 9_999) - (paceOf(b) ?? 9_999) || (b.target?.max ?? 0) - (a.target?.max ?? 0),
  )[0];
}

function stepsOf(segments: readonly Segment[]): Step[] {
  return segments.flatMap((segment): Step[] =>
    segment.kind === 'repeat'
      ? stepsOf((segment.repeat?.segments ?? []) as readonly Segment[])
      : [segment as Step],
  );
}

function paceOf(step: Step | undefined): number | null {
  if (step?.target?.type !== 'pace') return null;
  const { min, max } = step.target;
  if (min == null || max == null) return min ?? max ?? null;
  return (min + max) / 2;
}
