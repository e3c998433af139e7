import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { type Activity, activityKey } from './activity.ts';
import style from './review.module.css';
import { SportField } from './sport-field.tsx';

type Change = Pick<
  Required<Schemas['ChangeActivityBody']>,
  'name' | 'sport_type' | 'is_race' | 'private' | 'description'
>;

const valuesOf = (activity: Activity): Change => ({
  name: activity.name,
  sport_type: activity.sport_type,
  is_race: activity.is_race,
  private: activity.private === true,
  description: activity.description,
});

/** What the athlete may correct by hand; it holds against what platforms say later. */
export function EditRun({
  activity,
  onClose,
}: {
  readonly activity: Activity;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const change = useChangeRun(activity);
  const [draft, setDraft] = useState(valuesOf(activity));
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const id = useId();
  const set = (part: Partial<Change>): void => setDraft({ ...draft, ...part });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    setFault(undefined);
    try {
      await change(draft);
      onClose();
    } catch (error) {
      setFault(reasonOf(error, say));
      setSending(false);
    }
  };
  return (
    <Dialog title={say('review.edit')} isOpen onClose={onClose}>
      <form className={style.form} onSubmit={(event) => void submit(event)}>
        <Field
          label={say('review.name')}
          value={draft.name}
          maxLength={200}
          isRequired
          autoFocus
          onChange={(name) => set({ name })}
        />
        <SportField value={draft.sport_type} onChange={(sport_type) => set({ sport_type })} />
        <Field
          label={say('review.description')}
          value={draft.description ?? ''}
          rows={2}
          onChange={(text) => set({ description: text === '' ? null : text })}
        />
        <Check
          id={`${id}race`}
          label={say('review.isRace')}
          hint={say('review.isRace.hint')}
          value={draft.is_race}
          onChange={(is_race) => set({ is_race })}
        />
        <Check
          id={`${id}private`}
          label={say('review.isPrivate')}
          hint={say('review.isPrivate.hint')}
          value={draft.private}
          onChange={(value) => set({ private: value })}
        />
        {fault !== undefined && (
          <p role="alert" className={style.fault}>
            {fault}
          </p>
        )}
        <DialogButtons>
          <Button onPress={onClose}>{say('review.cancel')}</Button>
          <Button look="main" type="submit" isDisabled={isSending || draft.name.trim() === ''}>
            {say('review.keep')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function Check(props: {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  const { id, label, hint, value, onChange } = props;
  return (
    <div className={style.check}>
      <input
        id={id}
        type="checkbox"
        checked={value}
        aria-describedby={`${id}hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <span id={`${id}hint`} className="small second">
        {hint}
      </span>
    </div>
  );
}

/** Changes what differs, and offers to put it back. */
function useChangeRun(activity: Activity) {
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo } = useNotices();
  const send = async (body: Partial<Change>): Promise<void> => {
    const path = { activity_id: activity.id };
    await ask(api.PATCH('/activities/{activity_id}', { params: { path }, body }));
    await Promise.all([
      cache.invalidateQueries({ queryKey: activityKey('own', activity.id) }),
      cache.invalidateQueries({ queryKey: ['runs'] }),
    ]);
  };
  return async (draft: Change): Promise<void> => {
    const before = valuesOf(activity);
    const changed = (Object.keys(draft) as (keyof Change)[]).filter((key) => draft[key] !== before[key]);
    if (changed.length === 0) return;
    const pick = (values: Change): Partial<Change> =>
      Object.fromEntries(changed.map((key) => [key, values[key]]));
    await send(pick(draft));
    offerUndo({ said: say('review.changed'), undo: () => send(pick(before)) });
  };
}
