import { CalendarPlus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../client/api.ts';
import { fileNameOf, saveFile } from '../../client/save-file.ts';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { RowMenu } from '../../parts/menu-button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type Plan, type PlannedWorkout, usePlan } from '../plans/plan-queries.ts';
import { aboutPlan, spanOf } from '../plans/plan-row.tsx';
import { AboutDialog } from './about-dialog.tsx';
import { Followers } from './followers.tsx';
import { GivePlan } from './give-plan.tsx';
import style from './plan.module.css';
import { type Finding, usePlanChanges } from './plan-changes.ts';
import { Weeks } from './weeks.tsx';
import { WorkoutDialog } from './workout-dialog.tsx';

type Open = 'give' | 'about' | { readonly workout: PlannedWorkout } | null;

/** One saved plan: its weeks, who follows it, and what can be done with it. */
export function Screen() {
  const { plan: plan_id = '' } = useParams();
  const say = useSay();
  const org_id = useOrgId();
  const query = usePlan(org_id, plan_id);
  if (query.isPending)
    return (
      <>
        <PageHead title={say('plans.title')} />
        <Waiting rows={10} />
      </>
    );
  if (query.data === undefined)
    return (
      <>
        <PageHead title={say('plans.title')} />
        <Failure error={query.error} what={say('plans.plan.failed')} retry={() => void query.refetch()} />
      </>
    );
  return <Shown key={plan_id} plan={query.data} />;
}

function Shown({ plan }: { readonly plan: Plan }) {
  const say = useSay();
  const format = useFormat();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const { tellFault } = useNotices();
  const [open, setOpen] = useState<Open>(null);
  const [asked, askFirst] = useState<Confirmation | null>(null);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const changes = usePlanChanges(plan, setFindings);
  const { org_id, id, title } = plan;
  const close = (): void => setOpen(null);
  const writeOn = `/o/${org_id}/plans/new?from=${id}`;
  const take = (): void =>
    void saveFile(
      api.GET('/organizations/{org_id}/plans/{plan_id}/calendar', {
        params: { path: { org_id, plan_id: id } },
        parseAs: 'blob',
      }),
      `${fileNameOf(title)}.ics`,
    ).catch((error: unknown) => tellFault(reasonOf(error, say)));
  const actions = [
    { id: 'about', label: say('plans.rename'), key: 'e', act: () => setOpen('about') },
    { id: 'write', label: say('plans.writeOn'), key: 'w', act: () => void navigate(writeOn) },
    { id: 'duplicate', label: say('plans.duplicate'), key: 'd', act: () => void changes.duplicate() },
    { id: 'calendar', label: say('plans.toCalendar'), key: 'c', act: take },
    { id: 'delete', label: say('plans.delete'), key: 'Delete', act: () => askFirst(changes.removal()) },
  ];
  useKeys([
    { key: 'a', does: say('plans.give'), act: () => setOpen('give') },
    ...actions.map(({ key, label, act }) => ({ key, does: label, act })),
  ]);
  return (
    <>
      <PageHead
        title={title}
        above={
          <>
            <Link to={`/o/${org_id}/plans`}>{say('plans.title')}</Link>
            <span>{spanOf(plan, format)}</span>
          </>
        }
      >
        <span className={style.inMenu}>
          <Button onPress={take} isDisabled={!isOnline}>
            <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('plans.toCalendar')}
          </Button>
        </span>
        <Button look="main" onPress={() => setOpen('give')} isDisabled={!isOnline}>
          <UserPlus size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('plans.give')} <KeyHint of="a" />
        </Button>
        <RowMenu label={say('plans.more', { title })} actions={actions} />
      </PageHead>
      <div className={style.page}>
        <div className={style.weeks}>
          <Weeks plan={plan} onOpen={(workout) => setOpen({ workout })} />
        </div>
        <aside className={style.aside} aria-label={say('plans.about')}>
          <section>
            <h2>{say('plans.about')}</h2>
            <p>{aboutPlan(plan, say, format)}</p>
            <p className="second">{say('plans.sums', { weeks: plan.weeks, count: plan.content.length })}</p>
            {plan.description !== '' && <p className={style.words}>{plan.description}</p>}
            <p className="small third">
              {say('plans.savedAt', { at: format.date(plan.created_at), engine: plan.engine })}
            </p>
          </section>
          <Findings findings={findings} />
          <Followers plan={plan} onGive={() => setOpen('give')} />
        </aside>
      </div>
      {open === 'give' && <GivePlan plan={plan} onClose={close} />}
      {open === 'about' && <AboutDialog plan={plan} onClose={close} onSave={changes.describe} />}
      {open !== null && typeof open === 'object' && (
        <WorkoutDialog plan={plan} workout={open.workout} onClose={close} changes={changes} />
      )}
      <ConfirmDialog asked={asked} onClose={() => askFirst(null)} />
    </>
  );
}

/** What training judgement says of the plan as it was just changed. The coach decides. */
function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const say = useSay();
  const format = useFormat();
  if (findings.length === 0) return null;
  return (
    <section role="status">
      <h2>{say('plans.findings')}</h2>
      <ul className={style.findings}>
        {findings.map(({ code, week, date, text }) => (
          <li key={`${code} ${week} ${date}`}>
            {date !== undefined ? (
              <b>{format.day(date, 'dated')} </b>
            ) : (
              week !== undefined && <b>{say('plans.week', { week })} </b>
            )}
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
