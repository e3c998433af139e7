import { useFormat } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { useSay } from '../say.tsx';
import style from './move-within-week.module.css';
import { daysToMoveTo, type OwnDay, type OwnWorkout, useToday } from './own-days.ts';
import { useMoveWorkout } from './use-move-workout.ts';

/** The other days of its week on which a workout can be. The one that the server offers, where it offers one, is named first. */
export function MoveWithinWeek(props: {
  readonly workout: OwnWorkout;
  readonly days: readonly OwnDay[];
  readonly onMoved: () => void;
  readonly offered?: string | null;
}) {
  const { workout, days, onMoved, offered = null } = props;
  const say = useSay();
  const format = useFormat();
  const today = useToday();
  const move = useMoveWorkout();
  const free = daysToMoveTo(days, workout, today);
  return (
    <section className={style.move}>
      <h3>{say('training.moveTo')}</h3>
      {free.length === 0 && <p className="second">{say('training.noDayFree')}</p>}
      <div className={style.days}>
        {free.map(({ date }) => (
          <Button
            key={date}
            look={date === offered ? 'main' : 'plain'}
            onPress={() => {
              onMoved();
              void move(workout, date);
            }}
          >
            {format.day(date, 'weekdayDay')}
          </Button>
        ))}
      </div>
    </section>
  );
}
