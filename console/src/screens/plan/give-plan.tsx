import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { sideBySide } from '../../client/side-by-side.ts';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { idsOf, type Whom, WhomField } from '../../parts/whom-field.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { type Plan, planKeys } from '../plans/plan-queries.ts';
import style from './plan.module.css';

type Preview = Schemas['PlanGivingPreview']['data'];
type Outcome = Preview['athletes'][number];
type By = 'start' | 'race';

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Gives a plan to athletes and groups, and says before what that does: who gets it, what else they follow, which days do not go with it. */
export function GivePlan({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const say = useSay();
  const format = useFormat();
  const [whom, setWhom] = useState<readonly Whom[]>([]);
  const days = useDays(plan);
  const preview = usePreview(plan, whom, days.start_date);
  const give = useGive(plan, onClose);
  const outcome = whom.length === 0 ? undefined : preview.data;
  const count = outcome?.athletes.filter(({ reason }) => reason === null).length ?? 0;
  const isReady = count > 0 && !preview.isPlaceholderData && !give.isPending;
  return (
    <Dialog title={say('plans.give.title', { title: plan.title })} isOpen onClose={onClose}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && days.start_date !== null) give.mutate({ whom, start_date: days.start_date });
        }}
      >
        <WhomField label={say('plans.give.whom')} chosen={whom} onChange={setWhom} autoFocus />
        <div className={style.days}>
          <Choice
            label={say('plans.give.by')}
            value={days.by}
            onChange={days.setBy}
            options={(['start', 'race'] as const).map((value) => ({
              value,
              label:
                value === 'race' && plan.goal?.race_date == null
                  ? say('plans.give.by.end')
                  : say(`plans.give.by.${value}`),
            }))}
          />
          <Field
            label={say('plans.give.day')}
            labelIsSpoken
            type="date"
            value={days.text}
            onChange={days.setText}
          />
        </div>
        {days.start_date !== null && (
          <p className="small second">
            {say('plans.give.span', {
              from: format.day(days.start_date, 'year'),
              to: format.day(addDays(days.start_date, plan.weeks * 7 - 1), 'year'),
            })}{' '}
            {days.moved !== 0 &&
              say('plans.give.weekdays', {
                from: format.day(plan.start_date, 'weekday'),
                to: format.day(days.start_date, 'weekday'),
              })}
          </p>
        )}
        <div aria-live="polite" className={style.outcome} data-older={preview.isPlaceholderData || undefined}>
          {preview.isError && <p className="fault">{reasonOf(preview.error, say)}</p>}
          {outcome !== undefined && <Told athletes={outcome.athletes} />}
        </div>
        {give.isError && (
          <p className="fault" role="alert">
            {reasonOf(give.error, say)}
          </p>
        )}
        <DialogButtons>
          <Button look="quiet" onPress={onClose}>
            {say('shell.cancel')}
          </Button>
          <Button look="main" type="submit" isDisabled={!isReady}>
            {say('plans.give.do', { count })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The first day, as it is chosen: itself, or by the day of the race, to which all others keep their distance. */
function useDays(plan: Plan) {
  const { timezone } = useSession().profile.preferences;
  const last = addDays(plan.start_date, plan.weeks * 7 - 1);
  /** The day of the race, else the last one. */
  const goal = plan.goal?.race_date ?? last;
  const today = todayIn(timezone);
  const weeks_late = Math.max(0, Math.ceil(daysBetween(plan.start_date, today) / 7));
  // What has begun already begins next on the same weekday.
  const usual = addDays(plan.start_date, weeks_late * 7);
  const [by, setBy] = useState<By>('start');
  const [start, setStart] = useState(usual);
  const lead = daysBetween(plan.start_date, goal);
  const text = by === 'start' ? start : isDay(start) ? addDays(start, lead) : start;
  const start_date = isDay(start) ? start : null;
  return {
    ...{ by, setBy, text, start_date },
    setText: (typed: string): void => setStart(by === 'race' && isDay(typed) ? addDays(typed, -lead) : typed),
    /** By how many weekdays it is moved. */
    moved: start_date === null ? 0 : ((daysBetween(plan.start_date, start_date) % 7) + 7) % 7,
  };
}

function usePreview({ org_id, id: plan_id }: Plan, whom: readonly Whom[], start_date: string | null) {
  const ids = idsOf(whom);
  return useQuery({
    queryKey: ['plan-giving', org_id, plan_id, { ...ids, start_date }],
    enabled: whom.length > 0 && start_date !== null,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await ask(
        api.POST('/organizations/{org_id}/plans/{plan_id}/assignment-preview', {
          signal,
          params: { path: { org_id, plan_id } },
          body: { ...ids, ...(start_date !== null && { start_date }) },
        }),
      );
      return data;
    },
  });
}

/** What giving it does, sentence by sentence. */
function Told({ athletes }: { readonly athletes: readonly Outcome[] }) {
  const say = useSay();
  const format = useFormat();
  const getting = athletes.filter(({ reason }) => reason === null);
  const without = Map.groupBy(
    athletes.filter(({ reason }) => reason !== null),
    ({ reason }) => reason,
  );
  const following = getting.filter(({ other_plans }) => other_plans.length > 0);
  const twice = following.filter(({ other_plans }) => other_plans.some(({ same_days }) => same_days > 0));
  const away = getting.filter(({ conflicts }) => conflicts.length > 0);
  const named = (some: readonly Outcome[]): string => namesOf(some, say, format);
  return (
    <>
      <p className="strong">{say('plans.give.gets', { count: getting.length })}</p>
      {[...without].map(([reason, some]) =>
        reason === null ? null : (
          <p key={reason}>
            {reason === 'not_a_member'
              ? say('plans.give.not.not_a_member', { count: some.length })
              : say(`plans.give.not.${reason}`, { names: named(some) })}
          </p>
        ),
      )}
      {following.length > 0 && (
        <p>
          {say('plans.give.others', { names: named(following), count: following.length })}{' '}
          {twice.length > 0 &&
            say('plans.give.twice', {
              count: Math.max(
                ...twice.map(({ other_plans }) => other_plans.reduce((sum, one) => sum + one.same_days, 0)),
              ),
            })}
        </p>
      )}
      {following.length > 0 && (
        <ul className={style.others}>
          {following.slice(0, MOST_NAMED).map(({ user_id, display_name, other_plans }) => (
            <li key={user_id}>
              {say('plans.give.other', {
                name: display_name ?? '',
                plans: format.list(other_plans.map(({ title }) => title)),
              })}
            </li>
          ))}
        </ul>
      )}
      {away.length > 0 && (
        <>
          <p>{say('plans.give.conflicts', { count: away.length })}</p>
          <ul className={style.others}>
            {away.slice(0, MOST_NAMED).map(({ user_id, display_name, conflicts }) => (
              <li key={user_id}>
                {say('plans.give.conflict', {
                  name: display_name ?? '',
                  count: conflicts.length,
                  days: format.list(
                    conflicts.slice(0, MOST_DAYS).map(({ date, kind }) =>
                      say('plans.give.conflictDay', {
                        day: format.day(date, 'dated'),
                        why: say(`plans.conflict.${kind}`),
                      }),
                    ),
                  ),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const MOST_NAMED = 6;
const MOST_DAYS = 3;

function namesOf(
  some: readonly Outcome[],
  say: ReturnType<typeof useSay>,
  format: ReturnType<typeof useFormat>,
): string {
  const names = some.flatMap(({ display_name }) => display_name ?? []);
  const others = some.length - Math.min(names.length, MOST_NAMED);
  const first = names.slice(0, MOST_NAMED);
  return others === 0
    ? format.list(first)
    : say('plans.followers.more', { names: first.join(say('plans.and')), count: others });
}

function useGive(plan: Plan, onGiven: () => void) {
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo, tell } = useNotices();
  const { org_id, id: plan_id, title } = plan;
  const params = { path: { org_id, plan_id } };
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: planKeys.all(org_id) });
  return useMutation({
    mutationFn: async (of: { readonly whom: readonly Whom[]; readonly start_date: string }) => {
      const body = { ...idsOf(of.whom), start_date: of.start_date };
      return (await ask(api.POST('/organizations/{org_id}/plans/{plan_id}/assignments', { params, body })))
        .data;
    },
    onSuccess: async ({ assigned, skipped }) => {
      onGiven();
      await again();
      if (skipped.length > 0) tell(say('plans.give.skipped', { count: skipped.length }));
      if (assigned.length === 0) return;
      offerUndo({
        said: say('plans.give.done', { title, count: assigned.length }),
        undo: async () => {
          await sideBySide(assigned, ({ user_id }) =>
            ask(
              api.DELETE('/organizations/{org_id}/plans/{plan_id}/assignments/{user_id}', {
                params: { path: { org_id, plan_id, user_id } },
              }),
            ),
          );
          await again();
        },
      });
    },
  });
}
