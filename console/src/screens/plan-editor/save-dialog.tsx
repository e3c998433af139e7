import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { SwitchRow } from '../../parts/switch-row.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { faultAt } from './form-parts.tsx';
import { contentOf, createDraft } from './kept-draft.ts';
import type { Draft, Workout } from './plan-state.ts';
import style from './start-form.module.css';

type Goal = NonNullable<Schemas['SavePlan']['goal']> | null;

const MAX_TITLE = 200;
const MAX_WORDS = 2_000;

/** The plan gets a name and is saved for the organization, and given to whom it was made for if that is meant. */
export function SaveDialog(props: {
  readonly draft: Draft;
  readonly name: string | null;
  readonly goal: Goal;
  readonly onClose: () => void;
  /** It is a plan now: the draft is not kept any longer. */
  readonly onSaved: () => Promise<void>;
}) {
  const { draft, name, goal, onClose, onSaved } = props;
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { offerUndo, tellFault } = useNotices();
  const [title, setTitle] = useState(draft.title);
  const [about, setAbout] = useState(draft.said.coach_notes);
  const [isGiven, setGiven] = useState(draft.athlete !== null);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const athlete_ids = isGiven && draft.athlete !== null ? [draft.athlete.user_id] : [];

  const refresh = (): void => {
    for (const key of ['plans', 'plan-drafts', 'calendar', 'athlete-calendar'])
      void cache.invalidateQueries({ queryKey: [key, org_id] });
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || title.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      const { data } = await ask(
        api.POST('/organizations/{org_id}/plans', {
          params: { path: { org_id } },
          body: { ...planOf(draft, goal), title: title.trim(), description: about, athlete_ids },
        }),
      );
      await onSaved();
      refresh();
      const { plan, skipped } = data;
      void navigate(`/o/${org_id}/plans/${plan.id}`);
      offerUndo({
        said: say('plan-editor.saved', { title: plan.title }),
        undo: async () => {
          await takeBack(org_id, plan.id, data.assigned);
          const again = await createDraft(org_id, contentOf(draft));
          refresh();
          void navigate(`/o/${org_id}/plans/new?draft=${again.id}`);
        },
      });
      for (const { reason } of skipped)
        tellFault(
          say('plan-editor.saved.skipped', { name: name ?? '', why: say(`plan-editor.skipped.${reason}`) }),
        );
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  const hasField = faultAt(error, 'title') ?? faultAt(error, 'description');
  return (
    <Dialog title={say('plan-editor.save.title')} isOpen onClose={onClose}>
      <form className={style.part} onSubmit={(event) => void save(event)}>
        <Field
          label={say('plan-editor.save.name')}
          value={title}
          onChange={setTitle}
          maxLength={MAX_TITLE}
          isRequired
          autoFocus
          fault={faultAt(error, 'title')}
        />
        <Field
          label={say('plan-editor.save.about')}
          hint={say('plan-editor.save.about.hint')}
          rows={3}
          value={about}
          onChange={setAbout}
          maxLength={MAX_WORDS}
          fault={faultAt(error, 'description')}
        />
        {draft.athlete !== null && name !== null && (
          <SwitchRow
            label={say('plan-editor.save.give', { name })}
            hint={say('plan-editor.save.give.hint', { name })}
            isOn={isGiven}
            onChange={setGiven}
          />
        )}
        {error !== undefined && hasField === undefined && (
          <p className="fault" role="alert">
            {reasonOf(error, say)}
          </p>
        )}
        <DialogButtons>
          <Button look="quiet" onPress={onClose}>
            {say('shell.cancel')}
          </Button>
          <Button look="main" type="submit" isDisabled={isBusy || title.trim() === ''}>
            {athlete_ids.length > 0 ? say('plan-editor.save.andGive') : say('plan-editor.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function planOf({ form, weeks, said }: Draft, goal: Goal): Omit<Schemas['SavePlan'], 'title'> {
  const inOrder = Object.entries(weeks).toSorted(([one], [other]) => Number(one) - Number(other));
  const content = inOrder.flatMap(([, { workouts }]) => workouts.map(inputOf));
  const weekly_info = Object.fromEntries(
    inOrder.flatMap(([number, { info }]) =>
      info === null
        ? []
        : [
            [
              number,
              {
                ...{ phase: info.phase, focus: info.focus },
                ...(info.text_source !== undefined && { text_source: info.text_source }),
                ...(info.notes !== undefined && { notes: info.notes }),
              },
            ],
          ],
    ),
  );
  return {
    ...{ content, weekly_info },
    ...{ start_date: form.start_date, weeks: Number(form.weeks), experience_level: form.level },
    ...{ language: form.language, goal },
    ...(said.engine !== null && { engine: said.engine }),
  };
}

/** What is said of a workout: week, weekday and sums follow from it. */
function inputOf(workout: Workout): Schemas['SavePlan']['content'][number] {
  const { id, date, phase, workout_type, title, description, segments, source } = workout;
  const { text_source, segments_source, notes, library_workout_id } = workout;
  return {
    ...{ id, date, phase, workout_type, title, source },
    segments: segments as NonNullable<Schemas['SavePlan']['content'][number]['segments']>,
    ...(description !== undefined && { description }),
    ...(text_source !== undefined && { text_source }),
    ...(segments_source !== undefined && { segments_source }),
    ...(notes !== undefined && { notes }),
    ...(library_workout_id !== undefined && { library_workout_id }),
  };
}

/** Whoever got it has it no more, and nobody else gets it. */
async function takeBack(
  org_id: string,
  plan_id: string,
  assigned: readonly { readonly user_id: string }[],
): Promise<void> {
  for (const { user_id } of assigned)
    await ask(
      api.DELETE('/organizations/{org_id}/plans/{plan_id}/assignments/{user_id}', {
        params: { path: { org_id, plan_id, user_id } },
      }),
    );
  await ask(api.DELETE('/organizations/{org_id}/plans/{plan_id}', { params: { path: { org_id, plan_id } } }));
}
