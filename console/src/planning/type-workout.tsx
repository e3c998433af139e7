import { useQuery } from '@tanstack/react-query';
import { api, ask } from '../client/api.ts';
import { useNotices } from '../notices/notices.tsx';
import { Button } from '../parts/button.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { reasonOf } from '../parts/states.tsx';
import { TypedLine } from '../parts/typed-workout/typed-line.tsx';
import { type TypedWorkout, useTypedWorkout } from '../parts/typed-workout/use-typed-workout.ts';
import { useSay } from '../say.tsx';
import { useOrgId } from '../shell/role.ts';

import { whyOf } from './calendar-actions.ts';
import { datesOf, inTheWay, type Target } from './orders.ts';
import { Paces } from './paces.tsx';
import style from './type-workout.module.css';

/** As many as the server tries for at once. */
const MOST_TRIED = 50;

/** The line on which a workout is typed for chosen days, with each athlete's own paces below. */
export function TypeWorkout(props: {
  readonly target: Target;
  readonly onSet: (workout: TypedWorkout) => void;
}) {
  const { target, onSet } = props;
  const say = useSay();
  const typed = useTypedWorkout(target.athletes.map(({ user_id }) => user_id));
  const { read, workout, whole } = typed;
  const set = (): void => {
    if (whole !== null) onSet(whole);
  };
  return (
    <div className={style.line}>
      <TypedLine typed={typed} onEnter={set} autoFocus>
        <Paces athletes={read?.athletes ?? []} of={target.athletes} />
      </TypedLine>
      <div className={style.foot}>
        <Replaces target={target} workout={read?.workout ?? null} />
        <Save workout={workout} />
        <Button
          look="main"
          size="small"
          onPress={set}
          isDisabled={read?.workout == null || read.unread.length > 0}
        >
          {say('calendar.type.set', { count: target.athletes.length })} <KeyHint of="Enter" />
        </Button>
      </div>
    </div>
  );
}

/** What setting it takes the place of, tried by the server where it can be; else counted on what is shown. */
function Replaces({ target, workout }: { readonly target: Target; readonly workout: TypedWorkout | null }) {
  const say = useSay();
  const org_id = useOrgId();
  const athlete_ids = target.athletes.map(({ user_id }) => user_id);
  const dates = datesOf(target);
  const { data } = useQuery({
    queryKey: ['set-tried', org_id, { athlete_ids, dates }],
    enabled: workout !== null && athlete_ids.length <= MOST_TRIED,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { title, workout_type, segments } = workout as TypedWorkout;
      const answer = await ask(
        api.POST('/organizations/{org_id}/calendar/actions', {
          signal,
          params: { path: { org_id } },
          body: {
            ...{ action: 'set', athlete_ids, dates, conflict: 'replace', dry_run: true },
            workout: { title, workout_type, segments },
          },
        }),
      );
      return 'changes' in answer.data ? answer.data : null;
    },
  });
  if (workout === null) return <span className={style.says} />;
  const count = data?.changes.filter(({ change }) => change === 'removed').length ?? inTheWay(target);
  const [first] = data?.refused ?? [];
  return (
    <span className={style.says} role="status">
      {say('calendar.type.replaces', { count })}
      {first !== undefined && (
        <span>
          {say('calendar.type.cannot', { count: data?.refused.length ?? 0, why: whyOf(first, say) })}
        </span>
      )}
    </span>
  );
}

function Save({ workout }: { readonly workout: TypedWorkout | null }) {
  const say = useSay();
  const org_id = useOrgId();
  const { tell, tellFault } = useNotices();
  const save = async (): Promise<void> => {
    if (workout === null) return;
    const { title, workout_type, segments } = workout;
    try {
      await ask(
        api.POST('/organizations/{org_id}/workouts', {
          params: { path: { org_id } },
          body: { title, workout_type, segments },
        }),
      );
      tell(say('calendar.type.saved', { title }));
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
  };
  return (
    <Button size="small" onPress={() => void save()} isDisabled={workout === null}>
      {say('calendar.type.save')}
    </Button>
  );
}
