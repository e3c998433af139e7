import type { ReactNode } from 'react';
import { type Format, useFormat } from '../../format.ts';
import { type Say, useSay } from '../../say.tsx';
import style from './evidence.module.css';
import type { Athlete, Reason } from './use-triage.ts';

type Day = Athlete['week']['days'][number];
type Done = Day['done'][number];

/** The athlete's week, each day with a plan or something done: what was planned, what became of it, and how far. */
export function ThisWeek({ athlete }: { readonly athlete: Athlete }) {
  const say = useSay();
  const format = useFormat();
  const days = athlete.week.days.filter(({ planned, done }) => planned.length + done.length > 0);
  const marked = markedBy(athlete.reasons);
  return (
    <section className={style.part}>
      <h3 className={style.heading}>{say('triage.week')}</h3>
      {days.length === 0 ? (
        <p className="small third">{say('triage.week.quiet')}</p>
      ) : (
        <table className={style.week}>
          <thead className="spoken">
            <tr>
              <th scope="col">{say('triage.week.day')}</th>
              <th scope="col">{say('triage.week.planned')}</th>
              <th scope="col">{say('triage.week.became')}</th>
              <th scope="col">{say('triage.week.ran')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row" className="third">
                  {format.day(day.date, 'weekdayDay')}
                </th>
                <td>
                  <Planned day={day} />
                </td>
                <td className="second">
                  <Became day={day} isMarked={marked.dates.has(day.date)} />
                </td>
                <td className={style.ran}>
                  {day.done.map((done) => (
                    <div key={done.activity_id}>
                      <Marked when={marked.activities.has(done.activity_id)}>
                        {amountOf(done, say, format)}
                      </Marked>
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Planned({ day }: { readonly day: Day }) {
  const say = useSay();
  const format = useFormat();
  if (day.planned.length === 0) return <span className="third">{say('triage.week.rest')}</span>;
  return day.planned.map(({ title, distance_m }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the workouts of a day have no other name here
    <div key={index} dir="auto">
      {distance_m === undefined || distance_m === 0
        ? title
        : say('triage.week.workout', { title, distance: format.distance(distance_m) })}
    </div>
  ));
}

function Became({ day, isMarked }: { readonly day: Day; readonly isMarked: boolean }) {
  const say = useSay();
  return day.planned.map(({ status }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the workouts of a day have no other name here
    <div key={index}>
      <Marked when={isMarked && (status === 'missed' || status === 'partly')}>
        {say(`triage.status.${status}`)}
      </Marked>
    </div>
  ));
}

function Marked({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return when ? <mark>{children}</mark> : children;
}

/** The days and activities that reasons rest on. */
function markedBy(reasons: readonly Reason[]): {
  dates: ReadonlySet<string>;
  activities: ReadonlySet<string>;
} {
  return {
    dates: new Set(
      reasons.flatMap((reason) =>
        reason.code === 'key_session_missed' ? reason.evidence.sessions.map(({ date }) => date) : [],
      ),
    ),
    activities: new Set(
      reasons.flatMap((reason) => (reason.code === 'long_run_jump' ? [reason.evidence.activity_id] : [])),
    ),
  };
}

type Sport = 'run' | 'ride' | 'swim' | 'walk' | 'gym' | 'other';
/** The sports of the API as far as a coach of runners tells them apart. */
const SPORTS: readonly (readonly [RegExp, Sport])[] = [
  [/run$/, 'run'],
  [/ride$|handcycle/, 'ride'],
  [/swim$/, 'swim'],
  [/^(?:walk|hike|mountaineering|snowshoe)$/, 'walk'],
  [/_training$|^(?:hiit|elliptical|stair_climbing|yoga|pilates|mobility)$/, 'gym'],
];

/** How far a run was; of what is no run what it was and how long it took. */
function amountOf({ sport_type, distance_m, duration_s }: Done, say: Say, format: Format): string {
  const sport = SPORTS.find(([pattern]) => pattern.test(sport_type))?.[1] ?? 'other';
  if (sport === 'run' && distance_m !== null) return format.distance(distance_m);
  return say('triage.sport.lasted', {
    sport: say(`triage.sport.${sport}`),
    duration: format.duration(duration_s),
  });
}
