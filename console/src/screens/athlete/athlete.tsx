import { CalendarPlus, MessageSquare } from 'lucide-react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { athletesAround } from '../../parts/athlete-list.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { ActivitiesTab } from './activities-tab.tsx';
import style from './athlete.module.css';
import { CalendarTab } from './calendar-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { MessagesTab } from './messages-tab.tsx';
import { Overview } from './overview/overview.tsx';
import { type Evidence, useEvidence, type Who } from './queries.ts';
import { SharingTab } from './sharing-tab.tsx';

const TABS = ['overview', 'calendar', 'activities', 'health', 'messages', 'sharing'] as const;
type Tab = (typeof TABS)[number];
export type TabProps = { readonly who: Who; readonly evidence: Evidence };

const CONTENT: Readonly<Record<Tab, (props: TabProps) => React.ReactNode>> = {
  overview: Overview,
  calendar: CalendarTab,
  activities: ActivitiesTab,
  health: HealthTab,
  messages: MessagesTab,
  sharing: SharingTab,
};

/** One athlete, as their coaches may know them. */
export function Screen() {
  const { user = '', tab = '' } = useParams();
  const org_id = useOrgId();
  const shown = TABS.find((one) => one === tab);
  if (shown === undefined) return <Navigate to={`/o/${org_id}/athletes/${user}/overview`} replace />;
  return <Athlete key={user} who={{ org_id, user_id: user }} tab={shown} />;
}

function Athlete({ who, tab }: { readonly who: Who; readonly tab: Tab }) {
  const say = useSay();
  const format = useFormat();
  const evidence = useEvidence(who);
  const path = (to: Tab): string => `/o/${who.org_id}/athletes/${who.user_id}/${to}`;
  const plan = planPath(who, evidence.data);
  useAthleteKeys(who, tab, { path, plan });
  if (evidence.data === undefined) {
    return (
      <>
        <PageHead title={say('athlete.title')} />
        {evidence.isPending ? (
          <Waiting rows={10} />
        ) : (
          <Failure
            error={evidence.error}
            what={say('athlete.failed')}
            retry={() => void evidence.refetch()}
          />
        )}
      </>
    );
  }
  const { athlete, profile } = evidence.data;
  const { activity_count } = profile;
  const Content = CONTENT[tab];
  return (
    <>
      <PageHead
        title={athlete.display_name}
        before={<Avatar name={athlete.display_name} size="large" />}
        below={<About who={who} evidence={evidence.data} />}
      >
        <LinkButton to={plan}>
          <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('athlete.plan')} <KeyHint of="p" />
        </LinkButton>
        <LinkButton to={path('messages')}>
          <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('athlete.write')} <KeyHint of="m" />
        </LinkButton>
      </PageHead>
      <nav className={style.tabs} aria-label={say('athlete.tabs')}>
        {TABS.map((one) => (
          <Link key={one} to={path(one)} aria-current={one === tab ? 'page' : undefined}>
            {one === 'activities' && activity_count !== null
              ? say('athlete.tab.activitiesCount', { count: format.number(activity_count) })
              : say(`athlete.tab.${one}`)}
          </Link>
        ))}
      </nav>
      <Content who={who} evidence={evidence.data} />
    </>
  );
}

/** Level, groups and coach, as far as there are any. */
function About({ who, evidence: { athlete, profile } }: TabProps) {
  const say = useSay();
  const { member_level, coach } = profile;
  if (member_level === null && coach === null && athlete.groups.length === 0) return null;
  return (
    <ul className={style.about}>
      {member_level !== null && <li>{member_level}</li>}
      {athlete.groups.length > 0 && (
        <li className={style.groups}>
          {athlete.groups.map(({ group_id, name, color }) => (
            <Link key={group_id} to={`/o/${who.org_id}/roster?group=${group_id}`}>
              <i className={style.dot} style={{ background: color ?? 'var(--line-2)' }} />
              {name}
            </Link>
          ))}
        </li>
      )}
      {coach !== null && <li>{say('athlete.coachedBy', { name: coach.name })}</li>}
    </ul>
  );
}

/** The plan that they follow now or next; where there is none, their days among those of the team, to plan them. */
function planPath({ org_id }: Who, evidence: Evidence | undefined): string {
  const plan = evidence?.profile.plan ?? null;
  return plan === null
    ? `/o/${org_id}/calendar?q=${encodeURIComponent(evidence?.athlete.display_name ?? '')}`
    : `/o/${org_id}/plans/${plan.saved_plan_id}`;
}

function useAthleteKeys(
  who: Who,
  tab: Tab,
  { path, plan }: { readonly path: (to: Tab) => string; readonly plan: string },
): void {
  const say = useSay();
  const navigate = useNavigate();
  const { previous, next } = athletesAround(who.user_id);
  const step = (key: string, does: string, to: string | null) =>
    to === null ? [] : [{ key, does, act: () => void navigate(`/o/${who.org_id}/athletes/${to}/${tab}`) }];
  useKeys([
    ...TABS.map((one, index) => ({
      key: String(index + 1),
      does: say(`athlete.tab.${one}`),
      act: () => void navigate(path(one)),
    })),
    ...step('[', say('athlete.keys.previous'), previous),
    ...step(']', say('athlete.keys.next'), next),
    { key: 'm', does: say('athlete.write'), act: () => void navigate(path('messages')) },
    { key: 'p', does: say('athlete.plan'), act: () => void navigate(plan) },
  ]);
}
