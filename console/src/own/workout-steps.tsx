import type { Schemas } from '../client/api.ts';
import { type Format, useFormat } from '../format.ts';
import { type Say, useSay } from '../say.tsx';
import style from './workout-steps.module.css';

type Segment = Schemas['PlanSegment'];
type Target = NonNullable<Segment['target']>;

/** The steps of a workout, each with the athlete's own target: what one reads before going out. */
export function WorkoutSteps({ segments }: { readonly segments: readonly Segment[] }) {
  const say = useSay();
  return (
    <ul className={style.steps} aria-label={say('training.steps')}>
      {segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a workout have no other name
        <Step key={index} segment={segment} />
      ))}
    </ul>
  );
}

function Step({ segment }: { readonly segment: Segment }) {
  const say = useSay();
  const format = useFormat();
  const { kind, repeat, target, note } = segment;
  if (kind === 'repeat') {
    if (repeat === undefined) return null;
    return (
      <li className={style.repeat}>
        <span className={style.amount}>{say('training.times', { times: repeat.times })}</span>
        <WorkoutSteps segments={repeat.segments as readonly Segment[]} />
      </li>
    );
  }
  const aim = target === undefined ? null : targetText(target, say, format);
  return (
    <li className={style.step}>
      <span className={style.amount}>{amountOf(segment, format)}</span>
      <span>
        <span className="second">{say(`training.step.${kind}`)}</span>
        {aim !== null && <b className={style.aim}>{aim}</b>}
        {note !== undefined && <span className={`${style.note} small third`}>{note}</span>}
      </span>
    </li>
  );
}

function amountOf({ distance_m, duration_s }: Segment, format: Format): string {
  if (distance_m !== undefined) return format.distance(distance_m);
  return duration_s === undefined ? '' : format.duration(duration_s);
}

function targetText({ type, min, max }: Target, say: Say, format: Format): string | null {
  const write = (value: number): string =>
    type === 'pace' ? format.paceNumber(value) : format.number(value, 1);
  const [low, high] = [min ?? null, max ?? null];
  if (low === null && high === null) return null;
  const unit = format.units === 'imperial' ? 'imperial' : 'other';
  if (low === null || high === null || low === high)
    return say(`training.target.${type}.one`, { value: write(low ?? high ?? 0), unit });
  return say(`training.target.${type}.range`, { low: write(low), high: write(high), unit });
}
