import { Link } from 'react-router';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { colorOf, kindOf } from '../../parts/kinds.ts';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import frame from './athlete.module.css';
import type { TabProps } from './athlete.tsx';
import style from './overview/overview.module.css';
import { type Activity, useActivities, type Who } from './queries.ts';

/** All that the athlete shares of what they did, page by page. */
export function ActivitiesTab({ who, evidence }: TabProps) {
  const say = useSay();
  const format = useFormat();
  const pages = useActivities(who);
  const activities = pages.data?.pages.flatMap((page) => page.activities) ?? [];
  const total = pages.data?.pages[0]?.total ?? 0;
  if (pages.isPending) return <Waiting rows={12} height={33} />;
  if (pages.data === undefined) {
    return (
      <Failure
        error={pages.error}
        what={say('athlete.activities.failed')}
        retry={() => void pages.refetch()}
      />
    );
  }
  const name = evidence.athlete.display_name;
  if (activities.length === 0) {
    return (
      <Empty>
        {evidence.athlete.section === 'private'
          ? say('athlete.withheld.activities', { name })
          : say('athlete.activities.none')}
      </Empty>
    );
  }
  return (
    <div className={frame.page}>
      <p className="small second">
        {say('athlete.activities.total', { total, shown: format.number(total) })}
      </p>
      <ActivityTable who={who} activities={activities} />
      {pages.isFetchNextPageError && (
        <Failure
          error={pages.error}
          what={say('athlete.activities.failed')}
          retry={() => void pages.fetchNextPage()}
        />
      )}
      {pages.hasNextPage && (
        <div>
          <Button onPress={() => void pages.fetchNextPage()} isDisabled={pages.isFetchingNextPage}>
            {say('athlete.activities.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function ActivityTable({ who, activities }: { readonly who: Who; readonly activities: readonly Activity[] }) {
  const say = useSay();
  const format = useFormat();
  return (
    <table className={frame.table}>
      <thead>
        <tr>
          <th scope="col">{say('athlete.day')}</th>
          <th scope="col">{say('athlete.sessions.run')}</th>
          <th scope="col" className={frame.end}>
            {say('athlete.sessions.distance')}
          </th>
          <th scope="col" className={`${frame.end} ${frame.desktop}`}>
            {say('athlete.sessions.time')}
          </th>
          <th scope="col" className={`${frame.end} ${frame.desktop}`}>
            {format.units === 'metric' ? say('athlete.activities.perKm') : say('athlete.activities.perMile')}
          </th>
          <th scope="col" className={`${frame.end} ${frame.desktop}`}>
            {say('athlete.activities.bpm')}
          </th>
          <th scope="col" className={`${frame.end} ${frame.desktop}`}>
            {say('athlete.sessions.load')}
          </th>
        </tr>
      </thead>
      <tbody>
        {activities.map((activity) => (
          <tr key={activity.id}>
            <td className="third nowrap">{format.date(activity.start_time, activity.timezone)}</td>
            <td>
              <span className={style.row}>
                <i
                  className={style.kind}
                  style={{
                    background: colorOf(activity.is_race ? 'race' : kindOf(activity.workout_type)),
                  }}
                />
                <span className={frame.cut}>
                  <Link
                    className="strong"
                    to={`/o/${who.org_id}/athletes/${who.user_id}/activities/${activity.id}`}
                  >
                    {activity.name}
                  </Link>
                </span>
              </span>
            </td>
            <td className={`strong ${frame.end}`}>
              {activity.distance_m !== null && format.distance(activity.distance_m)}
            </td>
            <td className={`${frame.end} ${frame.desktop}`}>{format.duration(activity.duration_s)}</td>
            <td className={`${frame.end} ${frame.desktop}`}>
              {activity.average_pace_s_per_km == null
                ? '·'
                : format.paceNumber(activity.average_pace_s_per_km)}
            </td>
            <td className={`${frame.end} ${frame.desktop}`}>
              {activity.average_heart_rate_bpm === null
                ? '·'
                : format.number(activity.average_heart_rate_bpm)}
            </td>
            <td className={`${frame.end} ${frame.desktop}`}>
              {activity.training_load == null ? '·' : format.number(activity.training_load)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
