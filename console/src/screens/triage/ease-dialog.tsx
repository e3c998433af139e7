import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { type Say, useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './evidence.module.css';
import type { Athlete } from './use-triage.ts';
import { todayWithin, useToday } from './when.ts';

type Day = Athlete['week']['days'][number];

const MINUTES = ['30', '40', '50'] as const;
type Minutes = (typeof MINUTES)[number];
const EASY: readonly string[] = ['easy-run', 'recovery-run', 'strength', 'cross-training'];
const S_PER_MIN = 60;

/** What is still to come this week and can become an easy run: no race, which is moved or taken out by itself. */
function canBeEased({ week }: Athlete, today: string): readonly Day[] {
  const first = todayWithin(week.week_start, today);
  return week.days.filter(
    ({ date, planned }) =>
      date >= first &&
      planned.some(({ status }) => status === 'upcoming') &&
      planned.every(({ workout_type }) => workout_type !== 'race'),
  );
}

const isHard = ({ planned }: Day): boolean =>
  planned.some(({ workout_type }) => !EASY.includes(workout_type));

/** Makes easy runs of what is left of the week: one change, undone by one step. */
export function EaseDialog({
  athlete,
  onClose,
}: {
  readonly athlete: Athlete;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const format = useFormat();
  const isOnline = useIsOnline();
  const days = canBeEased(athlete, useToday());
  const [chosen, choose] = useState<ReadonlySet<string>>(
    () => new Set(days.filter(isHard).map(({ date }) => date)),
  );
  const [minutes, setMinutes] = useState<Minutes>('40');
  const ease = useEase(athlete, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ease.mutate({ dates: [...chosen].toSorted(), minutes: Number(minutes) });
  };
  const toggle = (date: string): void => {
    const next = new Set(chosen);
    if (!next.delete(date)) next.add(date);
    choose(next);
  };
  return (
    <Dialog title={say('triage.ease.title', { name: athlete.display_name })} isOpen onClose={onClose}>
      <form className={style.form} onSubmit={submit}>
        {days.length === 0 ? (
          <p className="second">{say('triage.ease.none')}</p>
        ) : (
          <>
            <p className="second">{say('triage.ease.text')}</p>
            <ul className={style.days}>
              {days.map((day) => (
                <li key={day.date}>
                  <label>
                    <input type="checkbox" checked={chosen.has(day.date)} onChange={() => toggle(day.date)} />
                    <span>
                      <span className="strong">{format.day(day.date, 'weekdayDay')}</span>{' '}
                      <span dir="auto">{format.list(day.planned.map(({ title }) => title))}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <Choice
              label={say('triage.ease.minutes')}
              options={MINUTES.map((value) => ({
                value,
                label: say('triage.ease.run', { minutes: value }),
              }))}
              value={minutes}
              onChange={setMinutes}
            />
          </>
        )}
        {!isOnline && <p className="small second">{say('triage.plan.offline')}</p>}
        {ease.isError && (
          <p className={`small ${style.fault}`} role="alert">
            {say('triage.ease.failed', { why: reasonOfPlan(ease.error, say) })}
          </p>
        )}
        <DialogButtons>
          <Button onPress={onClose}>{say('shell.cancel')}</Button>
          {days.length > 0 && (
            <Button look="main" type="submit" isDisabled={chosen.size === 0 || ease.isPending || !isOnline}>
              {say('triage.ease.do')}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function useEase({ user_id, display_name }: Athlete, onClose: () => void) {
  const org_id = useOrgId();
  const cache = useQueryClient();
  const say = useSay();
  const { offerUndo, tellFault } = useNotices();
  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: ['triage', org_id] });
  const params = { path: { org_id } };
  const write = (): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': crypto.randomUUID() });
  return useMutation({
    mutationFn: async ({
      dates,
      minutes,
    }: {
      readonly dates: readonly string[];
      readonly minutes: number;
    }) => {
      const body: Schemas['CalendarAction'] = {
        action: 'set',
        athlete_ids: [user_id],
        dates: [...dates],
        conflict: 'replace',
        workout: {
          workout_type: 'easy-run',
          title: say('triage.ease.workout', { minutes }),
          segments: [{ kind: 'work', duration_s: minutes * S_PER_MIN, target: { zone: 'easy' } }],
        },
      };
      const answer = await ask(
        api.POST('/organizations/{org_id}/calendar/actions', {
          params: { ...params, header: write() },
          body,
        }),
      );
      // A job is only made for more athletes than one.
      return answer as Schemas['CalendarActionAnswer'];
    },
    onSuccess: ({ data: { changes, undo_token } }) => {
      onClose();
      void refresh();
      const count = changes.filter(({ change }) => change === 'added').length;
      if (undo_token === null || count === 0) {
        tellFault(say('triage.ease.nothing', { name: display_name }));
        return;
      }
      offerUndo({
        said: say('triage.ease.done', { name: display_name, count }),
        undo: async () => {
          await ask(
            api.POST('/organizations/{org_id}/calendar/actions/undo', {
              params: { ...params, header: write() },
              body: { undo_token },
            }),
          );
          await refresh();
        },
      });
    },
  });
}

/** Why a plan could not be changed: the tier by its name where that is why. */
const reasonOfPlan = (error: unknown, say: Say): string =>
  error instanceof ApiError && error.code === 'feature_not_enabled'
    ? say('triage.plan.feature')
    : reasonOf(error, say);
