import { useDeferredValue } from 'react';
import { useFormat } from '../../format.ts';
import {
  type OwnCalendar,
  type OwnDay,
  plannedOn,
  useLiveOwnCalendar,
  useOwnCalendar,
  useToday,
} from '../../own/own-days.ts';
import { useOwnFeedback } from '../../own/own-feedback.ts';
import { useOwnSessions } from '../../own/own-sessions.ts';
import { LinkButton } from '../../parts/button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { Coming } from './coming.tsx';
import { activitiesBeside, ClubSessionOfToday, RunOfToday, WorkoutOfToday } from './of-today.tsx';
import style from './today.module.css';
import { WeekAtAGlance } from './week-at-a-glance.tsx';

/** What an athlete runs today, what they say of it, their week, and what comes next. */
export function Screen() {
  const say = useSay();
  const format = useFormat();
  const today = useToday();
  useLiveOwnCalendar();
  const calendar = useOwnCalendar(null);
  const sessions = useOwnSessions();
  const day = calendar.data?.days.find(({ date }) => date === today);
  // Deferred the first time: the day is then drawn in short pieces, between which the browser answers to taps and keys.
  const isDrawn = useDeferredValue(calendar.data !== undefined, false);
  return (
    <>
      <PageHead title={say('today.title')} beside={format.day(today)}>
        <ToTheRace today={today} />
      </PageHead>
      {!isDrawn && !calendar.isError && <Waiting rows={4} height={96} />}
      {calendar.isError && calendar.data === undefined && (
        <Failure
          error={calendar.error}
          what={say('training.failed.calendar')}
          retry={() => void calendar.refetch()}
        />
      )}
      {isDrawn && calendar.data !== undefined && day === undefined && <Empty>{say('today.tooOld')}</Empty>}
      {isDrawn && calendar.data !== undefined && day !== undefined && (
        <div className={style.page}>
          <div className={style.now}>
            {isBare(calendar.data, sessions.sessions.length) && !sessions.isPending ? (
              <NoPlan />
            ) : (
              <OfToday calendar={calendar.data} day={day} />
            )}
          </div>
          <div className={style.beside}>
            <WeekAtAGlance days={calendar.data.days} today={today} />
            <Coming days={calendar.data.days} today={today} sessions={sessions} />
          </div>
        </div>
      )}
    </>
  );
}

/** Whether nobody has planned anything for this athlete, and nothing was run today. */
function isBare({ plans, days, today }: OwnCalendar, session_count: number): boolean {
  return (
    plans.length === 0 &&
    session_count === 0 &&
    days.every(({ workouts, sessions }) => workouts.length === 0 && sessions.length === 0) &&
    !days.some(({ date, activities }) => date === today && activities.length > 0)
  );
}

function OfToday(props: { readonly calendar: OwnCalendar; readonly day: OwnDay }) {
  const { calendar, day } = props;
  const say = useSay();
  const feedback = useOwnFeedback();
  const workouts = plannedOn(day);
  const runs = activitiesBeside(calendar.days, day);
  const isRest = workouts.length === 0 && day.sessions.length === 0 && runs.length === 0;
  return (
    <>
      {isRest && <p className={style.rest}>{say('today.rest')}</p>}
      {day.races?.map((race) => (
        <p key={race.race_id} className={style.race}>
          {say('today.race', { name: race.name })}
        </p>
      ))}
      {day.sessions.map((session) => (
        <ClubSessionOfToday
          key={session.session_id}
          session={session}
          calendar={calendar}
          feedback={feedback}
        />
      ))}
      {workouts.map((workout) => (
        <WorkoutOfToday key={workout.workout.id} workout={workout} calendar={calendar} feedback={feedback} />
      ))}
      {runs.map((activity) => (
        <RunOfToday key={activity.id} activity={activity} feedback={feedback} />
      ))}
      {feedback.error !== null && (
        <Failure error={feedback.error} what={say('today.failed.feedback')} retry={feedback.retry} />
      )}
    </>
  );
}

function NoPlan() {
  const say = useSay();
  return (
    <div className={style.bare}>
      <p>{say('today.noPlan')}</p>
      <div className={style.actions}>
        <LinkButton to="/me/connections" look="main">
          {say('today.noPlan.connect')}
        </LinkButton>
        <LinkButton to="/messages">{say('today.noPlan.ask')}</LinkButton>
        <LinkButton to="/runs">{say('today.noPlan.enter')}</LinkButton>
      </div>
    </div>
  );
}

const DAY_MS = 86_400_000;

/** How long it is to the race that the profile names. */
function ToTheRace({ today }: { readonly today: string }) {
  const say = useSay();
  const { next_race } = useSession().profile;
  if (next_race === null || next_race.date < today) return null;
  const days = Math.round((Date.parse(next_race.date) - Date.parse(today)) / DAY_MS);
  const { name } = next_race;
  return (
    <span className={`${style.race} small second`}>
      {days < 14
        ? say('today.toRace.days', { days, name })
        : say('today.toRace.weeks', { weeks: Math.floor(days / 7), name })}
    </span>
  );
}
