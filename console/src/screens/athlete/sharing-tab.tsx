import { Check, Minus } from 'lucide-react';
import { todayIn } from '../../format.ts';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import frame from './athlete.module.css';
import type { TabProps } from './athlete.tsx';
import { useCalendar, useHealth, useSeason } from './queries.ts';
import style from './sharing-tab.module.css';

const THINGS = [
  'activities',
  'paces',
  'load',
  'health',
  'availability',
  'injuries',
  'pastRaces',
  'raceGoals',
] as const;
type Thing = (typeof THINGS)[number];

/** What the coach sees of this athlete, read off what the server withholds. Only the athlete changes it. */
export function SharingTab({ who, evidence }: TabProps) {
  const say = useSay();
  const { timezone } = useSession().profile.preferences;
  const calendar = useCalendar(who, useSeason());
  const health = useHealth(who, todayIn(timezone));
  const name = evidence.athlete.display_name;
  if (calendar.isPending || health.isPending) return <Waiting rows={8} />;
  if (calendar.data === undefined || health.data === undefined) {
    return (
      <Failure
        error={calendar.error ?? health.error}
        what={say('athlete.sharing.failed')}
        retry={() => void Promise.all([calendar.refetch(), health.refetch()])}
      />
    );
  }
  const hidden = new Set(calendar.data.privacy_filtered);
  const withholds: Readonly<Record<Thing, boolean>> = {
    activities: hidden.has('days.activities'),
    paces: [...hidden].some((path) => path.startsWith('workouts.segments.target')),
    load: evidence.athlete.privacy_filtered.includes('reasons.volume_above_plan'),
    health: (['heart_rate', 'hrv', 'sleep'] as const).every((part) =>
      health.data.privacy_filtered.includes(part),
    ),
    availability: hidden.has('days.availability'),
    injuries: hidden.has('days.injuries'),
    pastRaces: hidden.has('days.races.past'),
    raceGoals: hidden.has('days.races.upcoming'),
  };
  return (
    <div className={frame.page}>
      <p className={frame.once}>{say('athlete.sharing.about', { name })}</p>
      <ul className={style.things}>
        {THINGS.map((thing) => (
          <li key={thing}>
            {withholds[thing] ? (
              <Minus size={16} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Check size={16} strokeWidth={1.75} aria-hidden="true" />
            )}
            <div>
              <h2>{say(`athlete.sharing.${thing}`)}</h2>
              <p className="small second">
                {withholds[thing] ? say(`athlete.sharing.${thing}Off`) : say(`athlete.sharing.${thing}On`)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
