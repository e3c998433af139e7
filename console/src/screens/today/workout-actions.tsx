import { CalendarPlus, Watch } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { fileNameOf, saveFile } from '../../client/save-file.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import type { OwnCalendar, OwnWorkout } from '../../own/own-days.ts';
import type { useOwnFeedback } from '../../own/own-feedback.ts';
import { Button } from '../../parts/button.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { CannotToday } from './cannot-today.tsx';
import style from './of-today.module.css';

/** What one can do with a workout before it is run: take it along, say that it was done without a watch, or that it cannot be. */
export function WorkoutActions(props: {
  readonly workout: OwnWorkout;
  readonly calendar: OwnCalendar;
  readonly feedback: ReturnType<typeof useOwnFeedback>;
  /** Null where that is already said. */
  readonly onDone: (() => void) | null;
}) {
  const { workout, calendar, feedback, onDone } = props;
  const say = useSay();
  const isOnline = useIsOnline();
  const { tellFault } = useNotices();
  const [isAsking, ask] = useState(false);
  const { plan_id, workout: planned } = workout;
  const plan = calendar.plans.find(({ id }) => id === plan_id);
  const take = (...file: Parameters<typeof saveFile>): void =>
    void saveFile(...file).catch((error: unknown) => tellFault(reasonOf(error, say)));
  return (
    <div className={style.actions}>
      <Button
        isDisabled={!isOnline}
        onPress={() =>
          take(
            api.GET('/plans/mine/{plan_id}/workouts/{workout_id}/fit', {
              params: { path: { plan_id, workout_id: planned.id } },
              parseAs: 'blob',
            }),
            `${planned.date}-${fileNameOf(planned.title)}.fit`,
          )
        }
      >
        <Watch size={16} strokeWidth={1.75} aria-hidden="true" />
        {say('training.toWatch')}
      </Button>
      <Button
        isDisabled={!isOnline}
        onPress={() =>
          take(
            api.GET('/plans/mine/{plan_id}/calendar', { params: { path: { plan_id } }, parseAs: 'blob' }),
            `${fileNameOf(plan?.title ?? '')}.ics`,
          )
        }
      >
        <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
        {say('training.toCalendar')}
      </Button>
      {onDone !== null && <Button onPress={onDone}>{say('today.done')}</Button>}
      <Button look="quiet" onPress={() => ask(true)}>
        {say('today.cannot')}
      </Button>
      <CannotToday
        isOpen={isAsking}
        onClose={() => ask(false)}
        workout={workout}
        calendar={calendar}
        feedback={feedback}
      />
    </div>
  );
}
