import { useSearchParams } from 'react-router';
import { addDays, mondayOf, todayIn, useFormat } from '../../format.ts';
import { AthleteCalendar } from '../../parts/athlete-calendar/athlete-calendar.tsx';
import { Button } from '../../parts/button.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import frame from './athlete.module.css';
import type { TabProps } from './athlete.tsx';
import { useCalendar } from './queries.ts';

const WEEKS = 14;
const WEEKS_BACK = 5;
const STEP_WEEKS = 8;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The weeks of one athlete; which ones is in the address. */
export function CalendarTab({ who, evidence }: TabProps) {
  const say = useSay();
  const format = useFormat();
  const { timezone } = useSession().profile.preferences;
  const [search, setSearch] = useSearchParams();
  const usual = addDays(mondayOf(todayIn(timezone)), -7 * WEEKS_BACK);
  const asked = search.get('from') ?? '';
  const from = DAY.test(asked) && !Number.isNaN(Date.parse(asked)) ? mondayOf(asked) : usual;
  const to = addDays(from, WEEKS * 7 - 1);
  const calendar = useCalendar(who, { from, to });
  const show = (monday: string): void => setSearch(monday === usual ? {} : { from: monday });
  const name = evidence.athlete.display_name;
  return (
    <div className={frame.page}>
      <div className={frame.heading}>
        <h2>
          {say('athlete.calendar.span', { from: format.day(from, 'year'), to: format.day(to, 'year') })}
        </h2>
        <span>
          <Button size="small" onPress={() => show(addDays(from, -7 * STEP_WEEKS))}>
            {say('athlete.calendar.earlier')}
          </Button>{' '}
          <Button size="small" onPress={() => show(usual)} isDisabled={from === usual}>
            {say('athlete.calendar.today')}
          </Button>{' '}
          <Button size="small" onPress={() => show(addDays(from, 7 * STEP_WEEKS))}>
            {say('athlete.calendar.later')}
          </Button>
        </span>
      </div>
      {calendar.isPending && <Waiting rows={7} height={88} />}
      {calendar.isError && calendar.data === undefined && (
        <Failure
          error={calendar.error}
          what={say('athlete.calendar.failed')}
          retry={() => void calendar.refetch()}
        />
      )}
      {calendar.data?.privacy_filtered.includes('days.activities') && (
        <p className={frame.once}>{say('athlete.withheld.activities', { name })}</p>
      )}
      {calendar.data !== undefined && (
        <AthleteCalendar
          days={calendar.data.days}
          today={calendar.data.today}
          runPath={(id) => `/o/${who.org_id}/athletes/${who.user_id}/activities/${id}`}
        />
      )}
    </div>
  );
}
