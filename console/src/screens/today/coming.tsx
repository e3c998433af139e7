import type { ReactNode } from 'react';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { type OwnDay, plannedOn } from '../../own/own-days.ts';
import type { Answer, OwnSession, useOwnSessions } from '../../own/own-sessions.ts';
import { Choice } from '../../parts/choice.tsx';
import { Failure } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './coming.module.css';

const ANSWERS: readonly Answer[] = ['yes', 'maybe', 'no'];
const SHOWN = 2;

type Item = { readonly key: string; readonly date: string; readonly body: ReactNode };

/** The next two things: what is planned, sessions of the club with the athlete's answer, races, and the rest of tomorrow. */
export function Coming(props: {
  readonly days: readonly OwnDay[];
  readonly today: string;
  readonly sessions: ReturnType<typeof useOwnSessions>;
}) {
  const { days, today, sessions } = props;
  const say = useSay();
  const items = days
    .filter(({ date }) => date >= today)
    .flatMap((day) => itemsOf(day))
    .slice(0, SHOWN);
  function itemsOf(day: OwnDay): Item[] {
    const { date } = day;
    const isLater = date > today;
    const clubs = sessions.sessions
      .filter((one) => todayIn(one.timezone, new Date(one.starts_at)) === date)
      // What one goes to today stands above, as the session of today.
      .filter((one) => isLater || !day.sessions.some(({ session_id }) => session_id === one.id))
      .filter((one) => Date.parse(one.ends_at) > Date.now());
    const known = new Set(clubs.map(({ id }) => id));
    const found: Item[] = [
      ...(isLater ? (day.races ?? []) : []).map((race) => ({
        ...{ key: race.race_id, date },
        body: <b>{race.name}</b>,
      })),
      ...clubs.map((one) => ({ key: one.id, date, body: <Club session={one} answer={sessions.answer} /> })),
      ...(isLater ? day.sessions : [])
        .filter(({ session_id }) => !known.has(session_id))
        .map((one) => ({ key: one.session_id, date, body: <b>{one.title}</b> })),
      ...(isLater ? plannedOn(day) : []).map(({ workout }) => ({
        ...{ key: workout.id, date },
        body: <Planned workout={workout} />,
      })),
    ];
    const isFree = found.length === 0 && date === addDays(today, 1);
    return isFree
      ? [{ key: date, date, body: <span className="second">{say('training.empty.day')}</span> }]
      : found;
  }
  return (
    <section aria-label={say('today.coming')} className={style.coming}>
      <ul>
        {items.map(({ key, date, body }) => (
          <li key={key} className={style.item}>
            <Day date={date} />
            <div className={style.body}>{body}</div>
          </li>
        ))}
      </ul>
      {sessions.error !== null && (
        <Failure error={sessions.error} what={say('today.failed.sessions')} retry={sessions.retry} />
      )}
    </section>
  );
}

function Day({ date }: { readonly date: string }) {
  const format = useFormat();
  return (
    <span className={style.day}>
      <b>{format.day(date, 'weekday')}</b>
      <span>{format.number(Number(date.slice(8)))}</span>
    </span>
  );
}

function Planned({ workout }: { readonly workout: ReturnType<typeof plannedOn>[number]['workout'] }) {
  const format = useFormat();
  const { title, distance_m, duration_s } = workout;
  const far = distance_m !== undefined && distance_m > 0;
  return (
    <>
      <b>{title}</b>
      <span className="small second">
        {far ? format.distance(distance_m) : duration_s === undefined ? '' : format.duration(duration_s)}
      </span>
    </>
  );
}

/** A session of the club, and whether one comes. */
function Club(props: {
  readonly session: OwnSession;
  readonly answer: (session: OwnSession, word: Answer, said: string) => Promise<void>;
}) {
  const { session, answer } = props;
  const say = useSay();
  const format = useFormat();
  const { own, answers, place, answer_until, timezone } = session;
  const time = format.time(session.starts_at, timezone);
  const isClosed = answer_until !== null && Date.parse(answer_until) < Date.now();
  if (session.status === 'cancelled') {
    return (
      <>
        <b>{say('today.session', { title: session.title, time })}</b>
        <span className="second">{session.cancel_reason ?? say('today.session.cancelled')}</span>
      </>
    );
  }
  return (
    <>
      <b>{say('today.session', { title: session.title, time })}</b>
      <span className="small second">
        {place.text === ''
          ? say('today.session.in', { count: answers.yes_count })
          : say('today.session.placeIn', { place: place.text, count: answers.yes_count })}
      </span>
      {own.answer?.waits === true && <span className="small">{say('today.session.waits')}</span>}
      {isClosed ? (
        <span className="small second">{say('today.session.closed')}</span>
      ) : (
        <Choice
          label={say('today.session.answer', { title: session.title })}
          options={ANSWERS.map((word) => ({ value: word, label: say(`today.answer.${word}`) }))}
          value={(own.answer?.answer ?? '') as Answer}
          onChange={(word) => void answer(session, word, say('today.answer.said', { title: session.title }))}
        />
      )}
    </>
  );
}
