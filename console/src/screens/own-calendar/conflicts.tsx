import { useQueries } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import type { OwnCalendar, OwnWorkout } from '../../own/own-days.ts';
import { useMoveWorkout } from '../../own/use-move-workout.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './conflicts.module.css';

export const OWN_CONFLICTS = ['own-conflicts'] as const;

/** Workouts that do not go with what the athlete told of their days, and the day that the server offers. Nothing moves by itself. */
export function Conflicts({ calendar }: { readonly calendar: OwnCalendar }) {
  const say = useSay();
  const workouts = calendar.days.flatMap((day) => day.workouts);
  const inConflict = workouts.filter(({ conflict }) => conflict !== undefined);
  const plan_ids = [...new Set(inConflict.map(({ plan_id }) => plan_id))];
  const asked = useQueries({
    queries: plan_ids.map((plan_id) => ({
      queryKey: [...OWN_CONFLICTS, plan_id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (await ask(api.GET('/plans/mine/{plan_id}/conflicts', { signal, params: { path: { plan_id } } })))
          .data.conflicts,
    })),
  });
  const found = asked.flatMap(({ data }) => data ?? []);
  const failed = asked.find(({ isError, data }) => isError && data === undefined);
  if (inConflict.length === 0) return null;
  return (
    <section className={style.conflicts} aria-label={say('own-calendar.conflicts')}>
      <h2>{say('own-calendar.conflicts')}</h2>
      <ul>
        {inConflict.map((workout) => (
          <Conflict
            key={workout.workout.id}
            workout={workout}
            offer={found.find(({ workout_id }) => workout_id === workout.workout.id)}
          />
        ))}
      </ul>
      {failed !== undefined && (
        <Failure
          error={failed.error}
          what={say('own-calendar.conflicts.failed')}
          retry={() => void failed.refetch()}
        />
      )}
    </section>
  );
}

function Conflict(props: {
  readonly workout: OwnWorkout;
  readonly offer: Schemas['WorkoutInConflict'] | undefined;
}) {
  const { workout: planned, offer } = props;
  const { workout, conflict } = planned;
  const say = useSay();
  const format = useFormat();
  const move = useMoveWorkout();
  const to = offer?.move_to ?? null;
  return (
    <li className={style.conflict}>
      <span>
        {say(`own-calendar.conflict.${conflict?.kind ?? 'unavailable'}`, {
          title: workout.title,
          day: format.day(workout.date),
        })}
      </span>
      {to !== null && (
        <Button size="small" onPress={() => void move(planned, to)}>
          {say('own-calendar.conflict.move', { day: format.day(to, 'weekdayDay') })}
        </Button>
      )}
      {offer !== undefined && to === null && (
        <span className="small second">{say('own-calendar.conflict.noDay')}</span>
      )}
    </li>
  );
}
