import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { addDays, useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './evidence.module.css';
import type { Athlete } from './use-triage.ts';
import { useToday } from './when.ts';

/** Weeks ahead in which a plan that is still to begin is found. */
const AHEAD_DAYS = 98;

/** Takes a plan back from somebody: which one, and then whether that is meant. */
export function EndPlanDialog({
  athlete,
  onClose,
}: {
  readonly athlete: Athlete;
  readonly onClose: () => void;
}) {
  const { user_id, display_name } = athlete;
  const say = useSay();
  const format = useFormat();
  const org_id = useOrgId();
  const today = useToday();
  const isOnline = useIsOnline();
  const [chosen, choose] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const end = useEndPlan(athlete);
  const plans = useQuery({
    queryKey: ['triage', org_id, 'plans', user_id],
    queryFn: async ({ signal }) => {
      const params = { path: { org_id, user_id }, query: { from: today, to: addDays(today, AHEAD_DAYS) } };
      const { data } = await ask(
        api.GET('/organizations/{org_id}/athletes/{user_id}/plans', { signal, params }),
      );
      return data.plans
        .filter((plan) => plan.org_id === org_id && plan.end_date >= data.today)
        .map(({ saved_plan_id, title, end_date }) => ({ saved_plan_id, title, end_date }));
    },
  });
  const [only] = plans.data ?? [];
  const plan =
    plans.data?.length === 1 ? only : plans.data?.find(({ saved_plan_id }) => saved_plan_id === chosen);
  const act = async (): Promise<void> => {
    if (plan === undefined) return;
    setBusy(true);
    try {
      await end(plan);
      onClose();
    } catch (error) {
      setFault(reasonOf(error, say));
      setBusy(false);
    }
  };
  return (
    <Dialog title={say('triage.end.title', { name: display_name })} isOpen onClose={onClose}>
      {plans.isPending && <Waiting rows={2} />}
      {plans.isError && (
        <Failure error={plans.error} what={say('triage.end.notLoaded')} retry={() => void plans.refetch()} />
      )}
      {plans.data?.length === 0 && <p className="second">{say('triage.end.none', { name: display_name })}</p>}
      {plans.data !== undefined && plans.data.length > 1 && (
        <fieldset className={style.days}>
          <legend className="second">{say('triage.end.which')}</legend>
          {plans.data.map(({ saved_plan_id, title, end_date }) => (
            <label key={saved_plan_id}>
              <input
                type="radio"
                name="plan"
                checked={saved_plan_id === chosen}
                onChange={() => choose(saved_plan_id)}
              />
              <span dir="auto">
                {say('triage.end.plan', { title, day: format.day(end_date, 'shortYear') })}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {plan !== undefined && (
        <p className="second">
          {say('triage.end.text', {
            name: display_name,
            title: plan.title,
            day: format.day(plan.end_date, 'shortYear'),
          })}
        </p>
      )}
      {!isOnline && <p className="small second">{say('triage.plan.offline')}</p>}
      {fault !== undefined && (
        <p className={`small ${style.fault}`} role="alert">
          {say('triage.end.failed', { why: fault })}
        </p>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{say('shell.cancel')}</Button>
        {plans.data !== undefined && plans.data.length > 0 && (
          <Button
            look="main"
            isDisabled={plan === undefined || isBusy || !isOnline}
            onPress={() => void act()}
          >
            {say('triage.end.do')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

type Plan = { readonly saved_plan_id: string; readonly title: string };

/** Undone, the athlete has their own plan again as it was. */
function useEndPlan({ user_id, display_name }: Athlete): (plan: Plan) => Promise<void> {
  const org_id = useOrgId();
  const cache = useQueryClient();
  const say = useSay();
  const { offerUndo } = useNotices();
  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: ['triage', org_id] });
  return async ({ saved_plan_id: plan_id, title }) => {
    const params = { path: { org_id, plan_id, user_id } };
    await ask(api.DELETE('/organizations/{org_id}/plans/{plan_id}/assignments/{user_id}', { params }));
    void refresh();
    offerUndo({
      said: say('triage.end.done', { name: display_name, title }),
      undo: async () => {
        await ask(api.PUT('/organizations/{org_id}/plans/{plan_id}/assignments/{user_id}', { params }));
        await refresh();
      },
    });
  };
}
