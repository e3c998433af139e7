import { useQueryClient } from '@tanstack/react-query';
import { useFormat } from '../format.ts';
import { useNotices } from '../notices/notices.tsx';
import { useQueue } from '../offline/queue.tsx';
import { reasonOf } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { MOVE, OWN_CALENDAR, type OwnCalendar, type OwnWorkout, withMove } from './own-days.ts';

/** Puts a workout on another day of its week, shows it there at once, and offers to put it back. */
export function useMoveWorkout(): (workout: OwnWorkout, date: string) => Promise<void> {
  const say = useSay();
  const format = useFormat();
  const cache = useQueryClient();
  const { send } = useQueue();
  const { offerUndo, tellFault } = useNotices();
  const move = async (planned: OwnWorkout, date: string): Promise<void> => {
    const { plan_id, workout } = planned;
    const said = say('training.moved', { title: workout.title, day: format.day(date) });
    await cache.cancelQueries({ queryKey: OWN_CALENDAR });
    cache.setQueriesData<OwnCalendar>({ queryKey: OWN_CALENDAR }, (before) =>
      before === undefined
        ? undefined
        : { ...before, days: withMove(before.days, { plan_id, workout_id: workout.id, date }) },
    );
    try {
      await send({
        method: 'POST',
        path: MOVE,
        params: { plan_id, workout_id: workout.id },
        body: { date },
        said,
        changes: [OWN_CALENDAR],
      });
    } catch (error) {
      void cache.invalidateQueries({ queryKey: OWN_CALENDAR });
      tellFault(reasonOf(error, say));
    }
  };
  return async (planned, date) => {
    const said = say('training.moved', { title: planned.workout.title, day: format.day(date) });
    offerUndo({ said, undo: () => move(planned, planned.workout.date) });
    await move(planned, date);
  };
}
