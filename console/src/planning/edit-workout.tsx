import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../client/api.ts';
import { useFormat } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogButtons } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { reasonOf, Waiting } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { useOrgId } from '../shell/role.ts';
import type { Athlete, Workout } from './athlete-weeks.ts';

/** One workout of one athlete: its title, and a note that the athlete reads with it. */
export function EditWorkout(props: {
  readonly athlete: Athlete;
  readonly date: string;
  readonly workout: Workout;
  readonly onClose: () => void;
  readonly onDelete: () => void;
  readonly onSaved: (said: string, tokens: readonly string[]) => void;
}) {
  const { athlete, date, workout, onClose } = props;
  const say = useSay();
  const format = useFormat();
  const org_id = useOrgId();
  const whole = useQuery({
    queryKey: ['athlete-calendar', org_id, athlete.user_id, { from: date, to: date }],
    gcTime: 0,
    queryFn: ({ signal }) =>
      ask(
        api.GET('/organizations/{org_id}/athletes/{user_id}/plans', {
          signal,
          params: { path: { org_id, user_id: athlete.user_id }, query: { from: date, to: date } },
        }),
      ),
  });
  const notes = whole.data?.data.days
    .flatMap(({ workouts }) => workouts)
    .find((one) => one.workout.id === workout.workout_id)?.workout.notes;
  return (
    <Dialog
      title={say('calendar.edit.title', { title: workout.title, day: format.day(date) })}
      isOpen
      onClose={onClose}
    >
      {whole.isPending ? <Waiting rows={3} /> : <Fields {...props} notes={notes ?? ''} />}
    </Dialog>
  );
}

function Fields(props: Parameters<typeof EditWorkout>[0] & { readonly notes: string }) {
  const { athlete, workout, onClose, onDelete } = props;
  const say = useSay();
  const [title, setTitle] = useState(workout.title);
  const [notes, setNotes] = useState(props.notes);
  const save = useSave(athlete.user_id, workout, props.onSaved);
  const isChanged = title.trim() !== workout.title || notes !== props.notes;
  const fault = save.isError ? reasonOf(save.error, say) : undefined;
  return (
    <form
      style={{ display: 'grid', gap: '1rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged) onClose();
        else save.mutate({ title: title.trim(), notes }, { onSuccess: onClose });
      }}
    >
      <Field label={say('calendar.edit.name')} value={title} onChange={setTitle} maxLength={200} isRequired />
      <Field
        label={say('calendar.edit.note', { name: athlete.display_name })}
        hint={say('calendar.edit.noteHint', { name: athlete.display_name })}
        value={notes}
        onChange={setNotes}
        rows={3}
        autoFocus
        fault={fault}
      />
      <DialogButtons>
        <Button look="quiet" onPress={onDelete}>
          {say('calendar.edit.delete')}
        </Button>
        <Button onPress={onClose}>{say('calendar.cancel')}</Button>
        <Button look="main" type="submit" isDisabled={save.isPending || title.trim() === ''}>
          {say('calendar.edit.save')}
        </Button>
      </DialogButtons>
    </form>
  );
}

function useSave(
  user_id: string,
  { plan_id, workout_id, title: before }: Workout,
  onSaved: (said: string, tokens: readonly string[]) => void,
) {
  const say = useSay();
  const org_id = useOrgId();
  return useMutation({
    mutationFn: async (changes: { readonly title: string; readonly notes: string }) => {
      const { data } = await ask(
        api.PATCH('/organizations/{org_id}/athletes/{user_id}/plans/{plan_id}/workouts/{workout_id}', {
          params: {
            path: { org_id, user_id, plan_id, workout_id },
            header: { 'Idempotency-Key': crypto.randomUUID() },
          },
          body: changes,
        }),
      );
      return data;
    },
    onSuccess: ({ undo_token }, { title }) => {
      if (undo_token !== null) onSaved(say('calendar.did.edited', { title: title || before }), [undo_token]);
    },
  });
}
