import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import type { Plan } from '../plans/plan-queries.ts';
import style from './plan.module.css';

/** What a plan is called, and what coaches say of it among themselves. */
export function AboutDialog(props: {
  readonly plan: Plan;
  readonly onClose: () => void;
  readonly onSave: (words: { readonly title: string; readonly description: string }) => Promise<void>;
}) {
  const { plan, onClose, onSave } = props;
  const say = useSay();
  const [title, setTitle] = useState(plan.title);
  const [description, setDescription] = useState(plan.description);
  const save = useMutation({
    mutationFn: () => onSave({ title: title.trim(), description }),
    onSuccess: onClose,
  });
  const isChanged = title.trim() !== plan.title || description !== plan.description;
  return (
    <Dialog title={say('plans.rename')} isOpen onClose={onClose}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && title.trim() !== '') save.mutate();
        }}
      >
        <Field label={say('plans.name')} value={title} onChange={setTitle} maxLength={200} autoFocus />
        <Field
          label={say('plans.description')}
          hint={say('plans.description.hint')}
          rows={4}
          value={description}
          onChange={setDescription}
        />
        {save.isError && (
          <p className="fault" role="alert">
            {reasonOf(save.error, say)}
          </p>
        )}
        <DialogButtons>
          <Button look="quiet" onPress={onClose}>
            {say('shell.cancel')}
          </Button>
          <Button look="main" type="submit" isDisabled={!isChanged || title.trim() === '' || save.isPending}>
            {say('plans.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
