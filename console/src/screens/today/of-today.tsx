import { MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { HowWasIt } from '../../own/how-was-it/how-was-it.tsx';
import { activitiesOf, isRun, type OwnCalendar, type OwnDay, type OwnWorkout } from '../../own/own-days.ts';
import type { ToldOf, useOwnFeedback } from '../../own/own-feedback.ts';
import { SessionProfile } from '../../own/session-profile.tsx';
import { WorkoutSteps } from '../../own/workout-steps.tsx';
import { Button } from '../../parts/button.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import style from './of-today.module.css';
import { WorkoutActions } from './workout-actions.tsx';

type Feedback = ReturnType<typeof useOwnFeedback>;
type Activity = Schemas['CalendarActivity'];

/** What was done on a day besides what the server takes for a planned workout. */
export function activitiesBeside(days: readonly OwnDay[], day: OwnDay): readonly Activity[] {
  const taken = new Set(
    days.flatMap(({ workouts, sessions }) =>
      [...workouts, ...sessions].flatMap(({ compliance }) => compliance?.activity_ids ?? []),
    ),
  );
  return day.activities.filter(({ id }) => !taken.has(id));
}

/** A planned workout: before the run its outline and targets, after it what was run of it and how hard it was. */
export function WorkoutOfToday(props: {
  readonly workout: OwnWorkout;
  readonly calendar: OwnCalendar;
  readonly feedback: Feedback;
}) {
  const { workout: planned, calendar, feedback } = props;
  const say = useSay();
  const { plan_id, workout, compliance } = planned;
  const done = activitiesOf(calendar.days, compliance);
  const ofWorkout: ToldOf = { plan_id, workout_id: workout.id };
  const of = done[0] === undefined ? ofWorkout : { activity_id: done[0].id };
  const { skipped } = feedback.toldOf(ofWorkout);
  const wasRated = feedback.toldOf(of).rpe !== null;
  const [isDone, setDone] = useState(false);
  const org_name = calendar.plans.find(({ id }) => id === plan_id)?.org_name ?? null;
  return (
    <OneOfToday title={workout.title} done={done}>
      <SessionProfile
        segments={workout.segments}
        kind={kindOf(workout.workout_type)}
        title={workout.title}
        distance_m={workout.distance_m ?? 0}
        duration_s={workout.duration_s ?? 0}
        share={done.length === 0 ? null : Math.min(1, compliance.share ?? 1)}
      />
      {skipped !== null && done.length === 0 && (
        <p className={style.skipped}>
          <span>{say('today.skipped', { reason: say(`training.reason.${skipped.reason}`) })}</span>
          <Button
            look="quiet"
            size="small"
            onPress={() => void feedback.tell(ofWorkout, { skipped: null }, say('today.skip.takenBack'))}
          >
            {say('today.skip.takeBack')}
          </Button>
        </p>
      )}
      {(done.length > 0 || isDone || wasRated) && (
        <HowWasIt
          of={of}
          told={feedback.toldOf(of)}
          isWaiting={feedback.isWaiting(of)}
          tell={feedback.tell}
          org_name={org_name}
        />
      )}
      {workout.notes !== undefined && <p className="second">{workout.notes}</p>}
      <WorkoutSteps segments={workout.segments} />
      {done.length === 0 && skipped === null && (
        <WorkoutActions
          workout={planned}
          calendar={calendar}
          feedback={feedback}
          onDone={isDone || wasRated ? null : () => setDone(true)}
        />
      )}
    </OneOfToday>
  );
}

/** A session of the club to which the athlete said yes. */
export function ClubSessionOfToday(props: {
  readonly session: Schemas['CalendarSession'];
  readonly calendar: OwnCalendar;
  readonly feedback: Feedback;
}) {
  const { session, calendar, feedback } = props;
  const say = useSay();
  const format = useFormat();
  const { workout, compliance } = session;
  const done = activitiesOf(calendar.days, compliance);
  const [first] = done;
  const time = format.time(session.starts_at, session.timezone);
  return (
    <OneOfToday title={say('today.session', { title: session.title, time })} done={done}>
      {session.place !== '' && (
        <p className={`${style.place} second`}>
          <MapPin size={16} strokeWidth={1.75} aria-hidden="true" />
          {session.place}
        </p>
      )}
      {workout !== null && (
        <SessionProfile
          segments={workout.segments}
          kind={kindOf(workout.workout_type)}
          title={session.title}
          distance_m={workout.distance_m}
          duration_s={workout.duration_s}
          share={done.length === 0 ? null : Math.min(1, compliance?.share ?? 1)}
        />
      )}
      {first !== undefined && (
        <HowWasIt
          of={{ activity_id: first.id }}
          told={feedback.toldOf({ activity_id: first.id })}
          isWaiting={feedback.isWaiting({ activity_id: first.id })}
          tell={feedback.tell}
          org_name={session.org_name}
        />
      )}
      {workout !== null && <WorkoutSteps segments={workout.segments} />}
    </OneOfToday>
  );
}

/** A run that nobody had planned. */
export function RunOfToday({
  activity,
  feedback,
}: {
  readonly activity: Activity;
  readonly feedback: Feedback;
}) {
  const { memberships } = useSession();
  const of = { activity_id: activity.id };
  return (
    <OneOfToday title={activity.name} done={[activity]}>
      <HowWasIt
        of={of}
        told={feedback.toldOf(of)}
        isWaiting={feedback.isWaiting(of)}
        tell={feedback.tell}
        org_name={memberships[0]?.org_name ?? null}
      />
    </OneOfToday>
  );
}

function OneOfToday(props: {
  readonly title: string;
  readonly done: readonly Activity[];
  readonly children: ReactNode;
}) {
  const { title, done, children } = props;
  return (
    <article className={style.one}>
      <h2 className={style.title}>{title}</h2>
      {done.length > 0 && <WasRun done={done} />}
      {children}
    </article>
  );
}

/** "14.4 km run in 1:18:28, 5:26 /km" */
function WasRun({ done }: { readonly done: readonly Activity[] }) {
  const say = useSay();
  const format = useFormat();
  const distance_m = done.reduce((sum, one) => sum + (one.distance_m ?? 0), 0);
  const duration_s = done.reduce((sum, one) => sum + (one.duration_s ?? 0), 0);
  const distance = format.distance(distance_m);
  const duration = format.duration(duration_s);
  return (
    <p className={`${style.was} second`}>
      {distance_m === 0
        ? say('training.timeOnly', { duration })
        : done.every(isRun)
          ? say('training.run', { distance, duration, pace: format.pace(duration_s / (distance_m / 1000)) })
          : say('training.activity', { distance, duration })}
    </p>
  );
}
