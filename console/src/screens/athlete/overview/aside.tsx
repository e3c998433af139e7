import { useState } from 'react';
import { addDays, mondayOf, useFormat } from '../../../format.ts';
import { Button } from '../../../parts/button.tsx';
import { Failure, Waiting } from '../../../parts/states.tsx';
import { useSay } from '../../../say.tsx';
import { availabilityOf } from '../availability.ts';
import { type Calendar, type Evidence, useNotes, type Who } from '../queries.ts';
import style from './overview.module.css';
import { Part } from './part.tsx';
import { Zones } from './zones.tsx';

/** What a coach should know beside the numbers. */
export function Aside(props: {
  readonly who: Who;
  readonly evidence: Evidence;
  readonly calendar: Calendar;
}) {
  const { who, evidence, calendar } = props;
  const say = useSay();
  return (
    <aside className={style.aside} aria-label={say('athlete.aside')}>
      <Words evidence={evidence} />
      <Plan calendar={calendar} />
      <Zones evidence={evidence} />
      <CanTrain calendar={calendar} />
      <Races calendar={calendar} />
      <Notes who={who} />
    </aside>
  );
}

function Words({ evidence: { athlete, words } }: { readonly evidence: Evidence }) {
  const say = useSay();
  const format = useFormat();
  const [last] = words;
  if (last === undefined) return null;
  return (
    <Part title={say('athlete.words.title', { name: athlete.display_name })}>
      <p>{last.is_cut ? `${last.text}…` : last.text}</p>
      <p className="small third">
        {last.source === 'feedback'
          ? say('athlete.words.feedback', { at: format.moment(last.said_at) })
          : say('athlete.words.message', { at: format.moment(last.said_at) })}
      </p>
    </Part>
  );
}

function Plan({ calendar }: { readonly calendar: Calendar }) {
  const say = useSay();
  const current = calendar.plans.filter(({ end_date }) => end_date >= calendar.today);
  const monday = mondayOf(calendar.today);
  return (
    <Part title={say('athlete.plan')}>
      {current.length === 0 && <p className="second">{say('athlete.plans.none')}</p>}
      {current.map(({ id, title, weeks, start_date }) => {
        const week = calendar.days
          .filter(({ date }) => date >= monday && date <= addDays(monday, 6))
          .flatMap(({ workouts }) => workouts)
          .find(({ plan_id }) => plan_id === id)?.workout;
        return (
          <div key={id}>
            <p>{title}</p>
            <p className="small second">
              {week === undefined ? (
                <Begins start_date={start_date} today={calendar.today} weeks={weeks} />
              ) : (
                say('athlete.plans.week', { week: week.week_number, weeks, phase: week.phase })
              )}
            </p>
          </div>
        );
      })}
    </Part>
  );
}

function Begins(props: { readonly start_date: string; readonly today: string; readonly weeks: number }) {
  const { start_date, today, weeks } = props;
  const say = useSay();
  const format = useFormat();
  return start_date > today
    ? say('athlete.plans.begins', { day: format.day(start_date, 'short'), weeks })
    : say('athlete.plans.weeks', { weeks });
}

const MONDAY = '2026-01-05';

function CanTrain({ calendar }: { readonly calendar: Calendar }) {
  const say = useSay();
  const format = useFormat();
  const found = availabilityOf(calendar);
  if (found.weekdays === null && found.injuries.length === 0) return null;
  return (
    <Part title={say('athlete.canTrain.title')}>
      {found.weekdays !== null && (
        <ul className={style.days}>
          {found.weekdays.map((can, index) => {
            const day = format.day(addDays(MONDAY, index), 'weekday');
            return (
              <li key={day} data-can={can || undefined}>
                <span aria-hidden="true">{[...day][0]}</span>
                <span className="spoken">
                  {can ? say('athlete.canTrain.can', { day }) : say('athlete.canTrain.cannot', { day })}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <ul className={`small second ${style.list}`}>
        {found.away.map(({ entry_id, from, to, reason }) => {
          const span =
            from === to
              ? format.day(from, 'short')
              : `${format.day(from, 'short')} – ${format.day(to, 'short')}`;
          return (
            <li key={entry_id}>
              {reason === null
                ? say('athlete.canTrain.away', { span })
                : say('athlete.canTrain.awayFor', { span, reason })}
            </li>
          );
        })}
        {found.injuries.map(({ injury_id, area, running }) => (
          <li key={injury_id}>{say('athlete.canTrain.injury', { area, running })}</li>
        ))}
      </ul>
    </Part>
  );
}

function Races({ calendar }: { readonly calendar: Calendar }) {
  const say = useSay();
  const format = useFormat();
  const races = calendar.days.flatMap(({ date, races: on = [] }) => on.map((race) => ({ date, race })));
  if (races.length === 0) return null;
  return (
    <Part title={say('athlete.races.title')}>
      <dl className={style.facts}>
        {races.map(({ date, race }) => (
          <div key={race.race_id}>
            <dt>
              {race.name}
              <br />
              <span className="third">{format.day(date, 'short')}</span>
            </dt>
            <dd>
              {format.distance(race.distance_m)}
              <br />
              <span className="third">
                {race.result !== null
                  ? format.duration(race.result.time_s)
                  : race.target_time_s == null
                    ? ''
                    : say('athlete.races.target', { time: format.duration(race.target_time_s) })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Coaches' own; asked for when they are opened, so that the page stays quick. */
function Notes({ who }: { readonly who: Who }) {
  const say = useSay();
  const format = useFormat();
  const [isOpen, open] = useState(false);
  const notes = useNotes(who, isOpen);
  return (
    <Part title={say('athlete.notes.title')}>
      {!isOpen && (
        <Button size="small" onPress={() => open(true)}>
          {say('athlete.notes.show')}
        </Button>
      )}
      {isOpen && notes.isPending && <Waiting rows={2} />}
      {notes.isError && notes.data === undefined && (
        <Failure error={notes.error} what={say('athlete.notes.failed')} retry={() => void notes.refetch()} />
      )}
      {notes.data?.notes.length === 0 && <p className="second">{say('athlete.notes.none')}</p>}
      <ul className={style.notes}>
        {notes.data?.notes.map(({ id, text, author, updated_at }) => (
          <li key={id}>
            <p className="second">{text}</p>
            <p className="small third">
              {author.name === null
                ? format.moment(updated_at)
                : say('athlete.notes.by', { name: author.name, at: format.moment(updated_at) })}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}
