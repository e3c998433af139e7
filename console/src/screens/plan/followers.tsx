import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { todayIn, useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { type Assignment, type Plan, planKeys, useFollowers } from '../plans/plan-queries.ts';
import { spanOf } from '../plans/plan-row.tsx';
import style from './plan.module.css';

const SHOWN_FIRST = 50;

/** Who follows the plan, and who is through with it. */
export function Followers({ plan, onGive }: { readonly plan: Plan; readonly onGive: () => void }) {
  const say = useSay();
  const { org_id, id } = plan;
  const { timezone } = useSession().profile.preferences;
  const query = useFollowers(org_id, id);
  const [most, setMost] = useState(SHOWN_FIRST);
  const [asked, askFirst] = useState<Confirmation | null>(null);
  const end = useEnd(plan);
  const today = todayIn(timezone);
  const all = query.followers?.toSorted(
    (one, other) =>
      Number(one.end_date < today) - Number(other.end_date < today) ||
      one.display_name.localeCompare(other.display_name),
  );
  return (
    <section aria-labelledby="followers">
      <h2 id="followers">
        {say('plans.followers')} {all !== undefined && <span className="third">{all.length}</span>}
      </h2>
      {query.isPending && <Waiting rows={3} height={36} />}
      {query.isError && all === undefined && (
        <Failure
          error={query.error}
          what={say('plans.followers.failed')}
          retry={() => void query.refetch()}
        />
      )}
      {all?.length === 0 && (
        <Empty action={<Button onPress={onGive}>{say('plans.give')}</Button>}>
          {say('plans.followers.empty')}
        </Empty>
      )}
      <ul className={style.followers}>
        {all?.slice(0, most).map((one) => (
          <Follower
            key={one.user_id}
            assignment={one}
            org_id={org_id}
            isOver={one.end_date < today}
            onEnd={() => askFirst(end(one))}
          />
        ))}
      </ul>
      {all !== undefined && all.length > most && (
        <Button size="small" onPress={() => setMost(all.length)}>
          {say('plans.followers.all', { count: all.length })}
        </Button>
      )}
      <ConfirmDialog asked={asked} onClose={() => askFirst(null)} />
    </section>
  );
}

function Follower(props: {
  readonly assignment: Assignment;
  readonly org_id: string;
  readonly isOver: boolean;
  readonly onEnd: () => void;
}) {
  const { assignment, org_id, isOver, onEnd } = props;
  const say = useSay();
  const format = useFormat();
  const isOnline = useIsOnline();
  const { user_id, display_name } = assignment;
  return (
    <li>
      <span className={style.follower}>
        <Link to={`/o/${org_id}/athletes/${user_id}/calendar`}>{display_name}</Link>
        <span className="small third">
          {isOver ? say('plans.followers.through') : spanOf(assignment, format)}
        </span>
      </span>
      <Button
        look="quiet"
        size="small"
        isDisabled={!isOnline}
        aria-label={say('plans.end.of', { name: display_name })}
        onPress={onEnd}
      >
        {say('plans.end')}
      </Button>
    </li>
  );
}

/** What is asked before a plan is taken back: changes of single days go with it, so that it is not simply given again. */
function useEnd(plan: Plan): (of: Assignment) => Confirmation {
  const say = useSay();
  const cache = useQueryClient();
  const { tell } = useNotices();
  const { org_id, id: plan_id, title } = plan;
  return ({ user_id, display_name: name }) => ({
    title: say('plans.end.title', { name, title }),
    text: say('plans.end.text', { name }),
    verb: say('plans.end.do'),
    act: async () => {
      await ask(
        api.DELETE('/organizations/{org_id}/plans/{plan_id}/assignments/{user_id}', {
          params: { path: { org_id, plan_id, user_id } },
        }),
      );
      await cache.invalidateQueries({ queryKey: planKeys.all(org_id) });
      tell(say('plans.ended', { name, title }));
    },
  });
}
