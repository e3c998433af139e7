import { useState } from 'react';
import { api } from '../../client/api.ts';
import { fileNameOf, saveFile } from '../../client/save-file.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { MoveWithinWeek } from '../../own/move-within-week.tsx';
import { canMove, type OwnCalendar, useToday } from '../../own/own-days.ts';
import { SessionProfile } from '../../own/session-profile.tsx';
import { WorkoutSteps } from '../../own/workout-steps.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';

/** One workout of the calendar: its steps with one's own targets, and where in its week it can be moved. */
export function WorkoutDialog(props: {
  readonly id: string;
  readonly calendar: OwnCalendar;
  readonly onClose: () => void;
}) {
  const { id, calendar, onClose } = props;
  const say = useSay();
  const format = useFormat();
  const today = useToday();
  const isOnline = useIsOnline();
  const { tellFault } = useNotices();
  const [isClosed, setClosed] = useState(false);
  const planned = calendar.days.flatMap(({ workouts }) => workouts).find(({ workout }) => workout.id === id);
  if (planned === undefined) return null;
  const { plan_id, workout, compliance } = planned;
  const isDone = compliance.status === 'done' || compliance.status === 'partly';
  const close = (): void => {
    setClosed(true);
    onClose();
  };
  const take = (): void =>
    void saveFile(
      api.GET('/plans/mine/{plan_id}/workouts/{workout_id}/fit', {
        params: { path: { plan_id, workout_id: workout.id } },
        parseAs: 'blob',
      }),
      `${workout.date}-${fileNameOf(workout.title)}.fit`,
    ).catch((error: unknown) => tellFault(reasonOf(error, say)));
  return (
    <Dialog title={workout.title} isOpen={!isClosed} onClose={close} wide>
      <p className="second">{format.day(workout.date)}</p>
      <SessionProfile
        segments={workout.segments}
        kind={kindOf(workout.workout_type)}
        title={workout.title}
        distance_m={workout.distance_m ?? 0}
        duration_s={workout.duration_s ?? 0}
        share={isDone ? Math.min(1, compliance.share ?? 1) : null}
      />
      {workout.notes !== undefined && <p>{workout.notes}</p>}
      <WorkoutSteps segments={workout.segments} />
      {canMove(planned, today) && <MoveWithinWeek workout={planned} days={calendar.days} onMoved={close} />}
      <DialogButtons>
        <Button isDisabled={!isOnline} onPress={take}>
          {say('training.toWatch')}
        </Button>
        <Button look="main" onPress={close}>
          {say('shell.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
