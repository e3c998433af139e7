import type { Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { Said, useSay } from '../../say.tsx';
import type { Reason as Found } from './use-triage.ts';

type Area = NonNullable<Schemas['Pain']>['area'];
type Of<Code extends Found['code']> = Extract<Found, { code: Code }>['evidence'];

const PROVIDERS: Readonly<Record<Of<'connection_lost'>['provider'], string>> = {
  strava: 'Strava',
  garmin: 'Garmin',
  apple_health: 'Apple Health',
  coros: 'COROS',
};

/** A reason as a sentence, with the numbers that it rests on marked. */
export function Reason({ reason }: { readonly reason: Found }) {
  const say = useSay();
  const format = useFormat();
  switch (reason.code) {
    case 'pain_reported': {
      const { area, level, reports, reported_on } = reason.evidence;
      const values = {
        reports,
        level: format.number(level),
        day: format.day(reported_on, 'weekdayDay'),
        area: say(`triage.area.${area as Area}`),
      };
      return <Said text="triage.reason.pain_reported" values={values} />;
    }
    case 'message_unanswered': {
      const when = format.moment(reason.evidence.waiting_since);
      return <Said text="triage.reason.message_unanswered" values={{ when }} />;
    }
    case 'key_session_missed':
      return <KeySession evidence={reason.evidence} />;
    case 'long_run_jump': {
      const { distance_m, longest_30_days_m } = reason.evidence;
      const values = { distance: format.distance(distance_m), longest: format.distance(longest_30_days_m) };
      return <Said text="triage.reason.long_run_jump" values={values} />;
    }
    case 'load_rising': {
      const { last_7_days_m, average_week_m } = reason.evidence;
      const values = { distance: format.distance(last_7_days_m), average: format.distance(average_week_m) };
      return <Said text="triage.reason.load_rising" values={values} />;
    }
    case 'volume_above_plan': {
      const { done_distance_m, planned_distance_m } = reason.evidence;
      const values = {
        done: format.distance(done_distance_m),
        planned: format.distance(planned_distance_m),
      };
      return <Said text="triage.reason.volume_above_plan" values={values} />;
    }
    case 'volume_below_plan': {
      const { done_distance_m, planned_distance_m } = reason.evidence;
      const values = {
        done: format.distanceNumber(done_distance_m),
        planned: format.distance(planned_distance_m),
      };
      return <Said text="triage.reason.volume_below_plan" values={values} />;
    }
    case 'low_availability': {
      const { planned_count, unavailable_count } = reason.evidence;
      const values = { planned: planned_count, unavailable: format.number(unavailable_count) };
      return <Said text="triage.reason.low_availability" values={values} />;
    }
    case 'connection_lost': {
      const { provider, lost_at } = reason.evidence;
      const values = { provider: PROVIDERS[provider], day: format.moment(lost_at) };
      return <Said text="triage.reason.connection_lost" values={values} />;
    }
    case 'silent': {
      const { last_activity_at } = reason.evidence;
      const day = format.moment(last_activity_at);
      return <Said text="triage.reason.silent" values={{ days: daysSince(last_activity_at), day }} />;
    }
    case 'race_near': {
      const { date, name, days_to_race } = reason.evidence;
      const values = { name, days: days_to_race, day: format.day(date, 'short') };
      return <Said text="triage.reason.race_near" values={values} />;
    }
  }
}

function KeySession({ evidence }: { readonly evidence: Of<'key_session_missed'> }) {
  const format = useFormat();
  const { sessions, sessions_count } = evidence;
  const [first] = sessions;
  if (first === undefined || sessions_count > 1) {
    const titles = format.list(sessions.map(({ title }) => title));
    return (
      <Said text="triage.reason.key_session_missed.several" values={{ count: sessions_count, titles }} />
    );
  }
  const values = { title: first.title, day: format.day(first.date, 'weekdayDay') };
  return first.status === 'missed' ? (
    <Said text="triage.reason.key_session_missed.missed" values={values} />
  ) : (
    <Said text="triage.reason.key_session_missed.partly" values={values} />
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days, as the rule counts them. */
function daysSince(at: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(at)) / DAY_MS));
}
