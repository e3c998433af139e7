import { addDays, mondayOf, useFormat } from '../../format.ts';
import { metresOf, type OwnDay, stripDayOf } from '../../own/own-days.ts';
import { WeekStrip } from '../../parts/week-strip.tsx';
import { Said, useSay } from '../../say.tsx';
import style from './week-at-a-glance.module.css';

/** The week as its glyph, with what was run of what is planned. */
export function WeekAtAGlance({ days, today }: { readonly days: readonly OwnDay[]; readonly today: string }) {
  const say = useSay();
  const format = useFormat();
  const monday = mondayOf(today);
  const week = days.filter(({ date }) => mondayOf(date) === monday);
  const sums = week.map(metresOf);
  const done_m = sums.reduce((sum, one) => sum + one.done_m, 0);
  const planned_m = sums.reduce((sum, one) => sum + one.planned_m, 0);
  return (
    <section className={style.week}>
      <div className={style.head}>
        <h2>{say('today.week')}</h2>
        <span className="second">
          {planned_m > 0 ? (
            <Said
              text="today.week.of"
              values={{ done: format.distanceNumber(done_m), planned: format.distance(planned_m) }}
            />
          ) : (
            format.distance(done_m)
          )}
        </span>
      </div>
      <div className={style.strip}>
        <WeekStrip days={week.map(stripDayOf)} today={today} width={350} height={44} />
      </div>
      <div className={`${style.letters} axis third`} aria-hidden="true">
        {Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((date) => (
          <span key={date}>{format.day(date, 'weekday')}</span>
        ))}
      </div>
    </section>
  );
}
