import { useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue } from '../../offline/queue.tsx';
import { MoveWithinWeek } from '../../own/move-within-week.tsx';
import type { OwnCalendar, OwnWorkout } from '../../own/own-days.ts';
import type { useOwnFeedback } from '../../own/own-feedback.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import style from './cannot-today.module.css';

const REASONS = [
  ...(['no_time', 'tired', 'ill', 'injured', 'weather'] as const),
  ...(['travel', 'not_motivated', 'did_something_else', 'other'] as const),
] satisfies readonly NonNullable<Schemas['Skip']>['reason'][];
const MAX_TEXT = 5_000;

/** Three ways out of a workout: another day of the week, none with a reason, or asking the coach. */
export function CannotToday(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly workout: OwnWorkout;
  readonly calendar: OwnCalendar;
  readonly feedback: ReturnType<typeof useOwnFeedback>;
}) {
  const { isOpen, onClose, workout, calendar, feedback } = props;
  const say = useSay();
  const of = { plan_id: workout.plan_id, workout_id: workout.workout.id };
  const org_id = calendar.plans.find(({ id }) => id === workout.plan_id)?.org_id;
  return (
    <Dialog title={say('today.cannot')} isOpen={isOpen} onClose={onClose}>
      <MoveWithinWeek workout={workout} days={calendar.days} onMoved={onClose} />
      <section className={style.part}>
        <h3>{say('today.skip')}</h3>
        <div className={style.reasons}>
          {REASONS.map((reason) => (
            <Button
              key={reason}
              onPress={() => {
                onClose();
                void feedback.tell(of, { skipped: { reason } }, say('today.skip.said'));
              }}
            >
              {say(`training.reason.${reason}`)}
            </Button>
          ))}
        </div>
      </section>
      {org_id !== undefined && <AskTheCoach org_id={org_id} workout={workout} onAsked={onClose} />}
    </Dialog>
  );
}

/** A comment on the workout, which its coaches read and answer. */
function AskTheCoach(props: {
  readonly org_id: string;
  readonly workout: OwnWorkout;
  readonly onAsked: () => void;
}) {
  const { org_id, workout, onAsked } = props;
  const say = useSay();
  const { send } = useQueue();
  const { tell, tellFault } = useNotices();
  const { user_id } = useSession().profile;
  const [text, setText] = useState('');
  const ask = async (): Promise<void> => {
    try {
      await send({
        method: 'POST',
        path: '/organizations/{org_id}/athletes/{user_id}/plans/{plan_id}/workouts/{workout_id}/comments',
        params: { org_id, user_id, plan_id: workout.plan_id, workout_id: workout.workout.id },
        body: { text: text.trim() },
        said: say('today.ask.said'),
      });
      tell(say('today.ask.said'));
      onAsked();
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
  };
  return (
    <form
      className={style.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void ask();
      }}
    >
      <h3>{say('today.ask')}</h3>
      <Field
        label={say('today.ask.label')}
        labelIsSpoken
        placeholder={say('today.ask.label')}
        rows={2}
        maxLength={MAX_TEXT}
        value={text}
        onChange={setText}
      />
      <Button type="submit" look="main" isDisabled={text.trim() === ''}>
        {say('today.ask.send')}
      </Button>
    </form>
  );
}
