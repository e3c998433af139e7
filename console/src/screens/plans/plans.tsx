import { NotebookPen } from 'lucide-react';
import { useDeferredValue, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { todayIn } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RowList } from '../../parts/row-list.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useTypedAddress } from '../../parts/use-address.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import { Drafts } from './drafts.tsx';
import { findPlans, readAsked, SHOWN, SORTS } from './find-plans.ts';
import { usePlans } from './plan-queries.ts';
import { PlanRow } from './plan-row.tsx';
import { PlanTabs } from './plan-tabs.tsx';
import style from './plans.module.css';

const ROW_PX = 62;

/** The plans that the organization keeps, with who follows each, and the drafts that one is writing. */
export function Screen() {
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const { timezone } = useSession().profile.preferences;
  const { search, typed, set, type, endTyping } = useTypedAddress();
  const field = useRef<HTMLDivElement>(null);
  const plans = usePlans(org_id);
  const today = todayIn(timezone);
  // What is typed is seen at once; the rows follow.
  const wanted = useDeferredValue(typed);
  const asked = readAsked(search);
  const { shown, sort } = asked;
  const found = useMemo(
    () => plans.plans && findPlans(plans.plans, { typed: wanted, shown, sort }, today),
    [plans.plans, wanted, shown, sort, today],
  );
  const fresh = `/o/${org_id}/plans/new`;
  useKeys([
    { key: '/', does: say('plans.filter'), act: () => field.current?.querySelector('input')?.focus() },
    { key: 'n', does: say('plans.new'), act: () => void navigate(fresh) },
  ]);
  const isNone = plans.plans?.length === 0;
  return (
    <>
      <PageHead title={say('plans.title')} beside={found?.length}>
        <LinkButton to={fresh} look="main">
          <NotebookPen size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('plans.new')} <KeyHint of="n" />
        </LinkButton>
      </PageHead>
      <PlanTabs at="plans" />
      {!isNone && (
        <div className={style.tools}>
          <div ref={field} className={style.filter}>
            <Field
              label={say('plans.filter')}
              labelIsSpoken
              placeholder={say('plans.filter')}
              value={typed}
              onChange={type}
              onBlur={endTyping}
            />
          </div>
          <Choose
            label={say('plans.show')}
            labelIsSpoken
            value={shown}
            onChange={(value) => set('show', value === 'all' ? '' : value)}
            options={SHOWN.map((value) => ({ value, label: say(`plans.show.${value}`) }))}
          />
          <Choose
            label={say('plans.sort')}
            labelIsSpoken
            value={sort}
            onChange={(value) => set('sort', value === 'newest' ? '' : value)}
            options={SORTS.map((value) => ({ value, label: say(`plans.sort.${value}`) }))}
          />
        </div>
      )}
      <Drafts />
      {plans.isPending && <Waiting rows={8} height={ROW_PX} />}
      {plans.isError && (
        <Failure error={plans.error} what={say('plans.failed')} retry={() => void plans.refetch()} />
      )}
      {isNone && (
        <Empty action={<LinkButton to={fresh}>{say('plans.new')}</LinkButton>}>{say('plans.empty')}</Empty>
      )}
      {found?.length === 0 && !isNone && (
        <Empty action={<Button onPress={() => set('q', '', 'show')}>{say('plans.showAll')}</Button>}>
          {typed === '' ? say('plans.none') : say('plans.noneCalled', { typed })}
        </Empty>
      )}
      {found !== undefined && found.length > 0 && (
        <RowList
          label={say('plans.title')}
          items={found}
          idOf={({ id }) => id}
          row_px={ROW_PX}
          row={(plan, tabIndex) => <PlanRow plan={plan} today={today} tabIndex={tabIndex} />}
        />
      )}
    </>
  );
}
