import { type FormEvent, useState } from 'react';
import { IS_APPLE } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { useSay } from '../../say.tsx';
import style from './evidence.module.css';
import type { Athlete } from './use-triage.ts';

/** As many as the server takes. */
const MOST_CHARS = 500;

/** Handled, with a word for the other coaches about how. */
export function NoteDialog(props: {
  readonly athlete: Athlete;
  readonly onHandled: (note: string) => void;
  readonly onClose: () => void;
}) {
  const { athlete, onHandled, onClose } = props;
  const say = useSay();
  const [note, setNote] = useState('');
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    onClose();
    onHandled(note.trim());
  };
  return (
    <Dialog title={say('triage.note.title', { name: athlete.display_name })} isOpen onClose={onClose}>
      <form className={style.form} onSubmit={submit}>
        <Field
          label={say('triage.note.label')}
          hint={say('triage.note.hint')}
          value={note}
          onChange={setNote}
          maxLength={MOST_CHARS}
          rows={3}
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (IS_APPLE ? event.metaKey : event.ctrlKey)) submit();
          }}
        />
        <DialogButtons>
          <Button onPress={onClose}>{say('shell.cancel')}</Button>
          <Button look="main" type="submit">
            {say('triage.handled')}
            <KeyHint of="mod+Enter" />
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
