import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { reasonOf } from '../../parts/states.tsx';
import { TypedLine } from '../../parts/typed-workout/typed-line.tsx';
import { useTypedWorkout } from '../../parts/typed-workout/use-typed-workout.ts';
import { WorkoutProfile } from '../../parts/workout-profile.tsx';
import { useSay } from '../../say.tsx';
import style from './library.module.css';
import type { WorkoutWords } from './library-changes.ts';
import type { LibraryWorkout } from './library-queries.ts';

/** A workout of the library, or a new one: its steps are typed on a line, and its title follows unless one has said another. */
export function EditWorkout(props: {
  /** Null: a new one. */
  readonly workout: LibraryWorkout | null;
  readonly onClose: () => void;
  readonly onSave: (words: WorkoutWords) => Promise<void>;
  readonly onUse?: () => void;
  readonly onDelete?: () => void;
}) {
  const { workout, onClose, onSave, onUse, onDelete } = props;
  const say = useSay();
  const isOnline = useIsOnline();
  const typed = useTypedWorkout();
  const [named, setNamed] = useState<string | null>(workout?.title ?? null);
  const [description, setDescription] = useState(workout?.description ?? '');
  const [labels, setLabels] = useState(workout?.labels.join(', ') ?? '');
  const title = named ?? typed.read?.workout?.title ?? '';
  const isTyped = typed.text.trim() !== '';
  const steps = isTyped ? typed.whole : workout;
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose });
  const canSave = steps !== null && title.trim() !== '' && isOnline && !save.isPending;
  const submit = (): void => {
    if (!canSave || steps === null) return;
    const { workout_type, segments } = steps;
    save.mutate({ title: title.trim(), description, workout_type, segments, labels: readLabels(labels) });
  };
  return (
    <Dialog title={workout?.title ?? say('library.new')} isOpen onClose={onClose} wide>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {workout !== null && !isTyped && (
          <>
            <WorkoutProfile
              segments={workout.segments}
              kind={kindOf(workout.workout_type)}
              width={660}
              height={56}
            />
            {workout.text !== null && <pre className={style.steps}>{workout.text}</pre>}
          </>
        )}
        {workout !== null && <h3>{say('library.retype')}</h3>}
        <TypedLine typed={typed} onEnter={submit} autoFocus={workout === null} />
        <Field label={say('library.name')} value={title} onChange={setNamed} maxLength={200} />
        <Field
          label={say('library.description')}
          rows={2}
          maxLength={2_000}
          value={description}
          onChange={setDescription}
        />
        <Field
          label={say('library.labels')}
          hint={say('library.labels.hint')}
          value={labels}
          onChange={setLabels}
        />
        {save.isError && (
          <p className="fault" role="alert">
            {reasonOf(save.error, say)}
          </p>
        )}
        <DialogButtons>
          {onDelete !== undefined && (
            <Button look="quiet" onPress={onDelete} isDisabled={!isOnline}>
              {say('library.delete')}
            </Button>
          )}
          {onUse !== undefined && (
            <Button onPress={onUse} isDisabled={!isOnline}>
              {say('library.use')}
            </Button>
          )}
          <Button look="main" type="submit" isDisabled={!canSave}>
            {say('library.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Parted by commas, of any of the three languages. */
const readLabels = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、]/u)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];
