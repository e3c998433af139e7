import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { type Whom, WhomField } from '../../parts/whom-field.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './library.module.css';
import type { LibraryWorkout } from './library-queries.ts';

/** Above this the server works in the background, which the calendar follows and this dialog does not. */
const MOST_AT_ONCE = 50;

/** Puts a workout of the library on a day of athletes, at the paces of each, and says before what it takes the place of. */
export function UseWorkout(props: { readonly workout: LibraryWorkout; readonly onClose: () => void }) {
  const { workout, onClose } = props;
  const say = useSay();
  const format = useFormat();
  const org_id = useOrgId();
  const cache = useQueryClient();
  const { offerUndo, tell } = useNotices();
  const { timezone } = useSession().profile.preferences;
  const [whom, setWhom] = useState<readonly Whom[]>([]);
  const [date, setDate] = useState(addDays(todayIn(timezone), 1));
  const athlete_ids = [...new Set(whom.flatMap(({ user_ids }) => user_ids))];
  const isTooMany = athlete_ids.length > MOST_AT_ONCE;
  const isAsked = athlete_ids.length > 0 && !isTooMany && /^\d{4}-\d{2}-\d{2}$/.test(date);
  const { title, workout_type, segments } = workout;
  const act = async (dry_run: boolean): Promise<Schemas['CalendarActionAnswer']['data'] | null> => {
    const { data } = await ask(
      api.POST('/organizations/{org_id}/calendar/actions', {
        params: { path: { org_id } },
        body: {
          ...{ action: 'set', athlete_ids, dates: [date], conflict: 'replace', dry_run },
          workout: { title, workout_type, segments },
        },
      }),
    );
    return 'changes' in data ? data : null;
  };
  const tried = useQuery({
    queryKey: ['set-tried', org_id, { athlete_ids, dates: [date], workout: workout.id }],
    enabled: isAsked,
    gcTime: 0,
    queryFn: () => act(true),
  });
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: ['team-calendar', org_id] });
  const put = useMutation({
    mutationFn: () => act(false),
    onSuccess: async (done) => {
      onClose();
      await again();
      const undo_token = done?.undo_token ?? null;
      if (done === null || undo_token === null) return;
      if (done.refused.length > 0) tell(say('library.use.refused', { count: done.refused.length }));
      offerUndo({
        said: say('library.use.done', { title, day: format.day(date, 'dated') }),
        undo: async () => {
          await ask(
            api.POST('/organizations/{org_id}/calendar/actions/undo', {
              params: { path: { org_id }, header: { 'Idempotency-Key': crypto.randomUUID() } },
              body: { undo_token },
            }),
          );
          await again();
        },
      });
    },
  });
  const outcome = isAsked ? tried.data : undefined;
  const refused = new Set(outcome?.refused.map(({ user_id }) => user_id));
  const count = outcome == null ? 0 : athlete_ids.length - refused.size;
  const removed = outcome?.changes.filter(({ change }) => change === 'removed').length ?? 0;
  const failed = put.error ?? tried.error;
  return (
    <Dialog title={say('library.use.title', { title })} isOpen onClose={onClose}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (count > 0 && !put.isPending) put.mutate();
        }}
      >
        <WhomField label={say('library.use.whom')} chosen={whom} onChange={setWhom} autoFocus />
        <Field label={say('library.use.day')} type="date" value={date} onChange={setDate} />
        <div aria-live="polite">
          {isTooMany && <p>{say('library.use.tooMany', { most: MOST_AT_ONCE })}</p>}
          {outcome != null && (
            <>
              <p>{say('library.use.replaces', { count: removed })}</p>
              {refused.size > 0 && <p>{say('library.use.noPlan', { count: refused.size })}</p>}
            </>
          )}
        </div>
        {failed !== null && (
          <p className="fault" role="alert">
            {reasonOf(failed, say)}
          </p>
        )}
        <DialogButtons>
          <Button look="quiet" onPress={onClose}>
            {say('shell.cancel')}
          </Button>
          <Button look="main" type="submit" isDisabled={count === 0 || put.isPending}>
            {say('library.use.do', { count })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
