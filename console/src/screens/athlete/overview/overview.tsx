import { Failure, Waiting } from '../../../parts/states.tsx';
import { useSay } from '../../../say.tsx';
import frame from '../athlete.module.css';
import type { TabProps } from '../athlete.tsx';
import { useCalendar, useLoad, useSeason } from '../queries.ts';
import { Aside } from './aside.tsx';
import { LatestSessions } from './latest-sessions.tsx';
import { LoadChart } from './load-chart.tsx';
import style from './overview.module.css';
import { weeksOf } from './weeks.ts';
import { WeeksChart } from './weeks-chart.tsx';

/** Weeks planned and run up to the race, what they add up to, the latest sessions, and what a coach should know beside them. */
export function Overview({ who, evidence }: TabProps) {
  const say = useSay();
  const calendar = useCalendar(who, useSeason());
  const load = useLoad(who);
  const name = evidence.athlete.display_name;
  if (calendar.isPending) return <Waiting rows={10} />;
  if (calendar.data === undefined) {
    return (
      <Failure
        error={calendar.error}
        what={say('athlete.calendar.failed')}
        retry={() => void calendar.refetch()}
      />
    );
  }
  const weeks = weeksOf(evidence, calendar.data);
  const sharesRuns = !calendar.data.privacy_filtered.includes('days.activities');
  return (
    <div className={style.body}>
      <div className={style.main}>
        {!sharesRuns && <p className={frame.once}>{say('athlete.withheld.activities', { name })}</p>}
        <WeeksChart weeks={weeks} calendar={calendar.data} />
        {load.isError && load.data === undefined && (
          <Failure error={load.error} what={say('athlete.load.failed')} retry={() => void load.refetch()} />
        )}
        {load.data !== undefined && load.data.days.length > 0 && (
          <LoadChart days={load.data.days} weeks={weeks} today={calendar.data.today} />
        )}
        {sharesRuns && load.data?.privacy_filtered.includes('days') && (
          <p className={`small second ${frame.once}`}>{say('athlete.withheld.load', { name })}</p>
        )}
        <LatestSessions who={who} calendar={calendar.data} load={load.data} />
      </div>
      <Aside who={who} evidence={evidence} calendar={calendar.data} />
    </div>
  );
}
