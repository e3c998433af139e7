import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { todayIn, useFormat } from '../../format.ts';
import { WorkoutSteps } from '../../own/workout-steps.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { WorkoutProfile } from '../../parts/workout-profile.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId, useRole } from '../../shell/role.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { ChangeSession } from './change-session.tsx';
import { Register } from './register.tsx';
import style from './session.module.css';
import { type SessionDetails, sessionKeys, sessionQuery } from './session-queries.ts';

/** One session: the register for its coaches, one's own part for who may come. */
export function Screen() {
  const say = useSay();
  const org_id = useOrgId();
  const { session: session_id = '' } = useParams();
  const { coaches } = useRole();
  const session = useQuery(sessionQuery(org_id, session_id));
  if (session.data === undefined)
    return (
      <>
        <PageHead title={say('sessions.title')} />
        {session.isPending ? (
          <Waiting height={66} />
        ) : (
          <Failure
            error={session.error}
            what={say('sessions.oneFailed')}
            retry={() => void session.refetch()}
          />
        )}
      </>
    );
  return (
    <>
      <Head session={session.data} isCoach={coaches !== null} />
      {coaches === null ? <OwnPart session={session.data} /> : <Register session={session.data} />}
    </>
  );
}

function Head({ session, isCoach }: { readonly session: SessionDetails; readonly isCoach: boolean }) {
  const say = useSay();
  const format = useFormat();
  const { org_id, title, starts_at, timezone, place, workout, description, status, own } = session;
  const day = format.day(todayIn(timezone, new Date(starts_at)));
  return (
    <>
      <p className={style.back}>
        <Link to={`/o/${org_id}/sessions`} aria-label={say('sessions.back')}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        </Link>
        <span className="second small">
          {say('sessions.where', {
            day,
            time: format.time(starts_at, timezone),
            place: place.text || 'none',
          })}
        </span>
      </p>
      <PageHead title={title}>
        {isCoach && (
          <span className={style.onScreen}>
            <ChangeSession session={session} />
          </span>
        )}
      </PageHead>
      <div className={style.about}>
        {status === 'cancelled' && (
          <p className="strong">{say('sessions.cancelled', { reason: session.cancel_reason ?? 'none' })}</p>
        )}
        {description !== '' && <p>{description}</p>}
        {workout !== null && (
          <>
            <WorkoutProfile segments={workout.segments} kind={kindOf(workout.workout_type)} />
            {own.workout === null && <WorkoutSteps segments={workout.segments} />}
          </>
        )}
      </div>
    </>
  );
}

/** One's own paces, whether one comes, and who else does. */
function OwnPart({ session }: { readonly session: SessionDetails }) {
  const say = useSay();
  const format = useFormat();
  const { id, org_id, own, starts_at, status } = session;
  const companions = useQuery({
    queryKey: [...sessionKeys.one(org_id, id), 'coming'],
    queryFn: () =>
      ask(
        api.GET('/organizations/{org_id}/sessions/{club_session_id}/coming', {
          params: { path: { org_id, club_session_id: id }, query: { limit: 100 } },
        }),
      ),
  });
  const names = companions.data?.data.coming.map(({ display_name }) => display_name) ?? [];
  const isOpen = new Date(starts_at) > new Date() && status === 'scheduled';
  return (
    <div className={style.own}>
      {own.workout !== null && (
        <section>
          <h2>{say('sessions.own')}</h2>
          <WorkoutSteps segments={own.workout.segments} />
        </section>
      )}
      {isOpen && <AnswerChoice session={session} />}
      {own.attendance?.came === true && <p className="second">{say('sessions.wasThere')}</p>}
      <section>
        <h2>{say('sessions.coming', { count: session.answers.yes_count })}</h2>
        {companions.isError ? (
          <Failure error={companions.error} what={say('sessions.comingFailed')} />
        ) : (
          names.length > 0 && <p className="second">{format.list(names)}</p>
        )}
      </section>
    </div>
  );
}
