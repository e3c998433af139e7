import { Link, useParams } from 'react-router';
import { useSay } from '../../say.tsx';
import { RunReview } from './run-review.tsx';

/** A run of an athlete, as their coach sees it. */
export function Screen() {
  const { org: org_id = '', user: user_id = '', id: activity_id = '' } = useParams();
  const say = useSay();
  return (
    <RunReview
      key={activity_id}
      whose={{ org_id, user_id }}
      activity_id={activity_id}
      spokenIn={{ org_id, user_id }}
      who={({ athlete }) => (
        <Link to={`/o/${org_id}/athletes/${user_id}/overview`}>
          {athlete?.display_name ?? say('review.athlete')}
        </Link>
      )}
    />
  );
}
