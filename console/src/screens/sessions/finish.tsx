import { useState } from 'react';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import type { Participant } from './session-queries.ts';

const MAX_TEXT = 5_000;

type Props = {
  readonly title: string;
  readonly absent: readonly Participant[];
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly finish: (text: string) => void;
};

/** Says who was missed before the register is finished, with a word to each of them. */
export function Finish(props: Props) {
  const say = useSay();
  return (
    <Dialog title={say('sessions.finish.title')} isOpen={props.isOpen} onClose={props.close}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ title, absent, close, finish }: Props) {
  const say = useSay();
  const format = useFormat();
  const [text, setText] = useState(() => say('sessions.finish.text', { title }));
  const names = format.list(absent.map(({ display_name }) => display_name));
  return (
    <form
      style={{ display: 'grid', gap: '1rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        finish(text.trim());
        close();
      }}
    >
      <p>{say('sessions.finish.who', { names, count: absent.length })}</p>
      <Field
        label={say('sessions.finish.write')}
        hint={say('sessions.finish.hint')}
        rows={3}
        maxLength={MAX_TEXT}
        value={text}
        onChange={setText}
      />
      <DialogButtons>
        <Button look="quiet" onPress={close}>
          {say('shell.cancel')}
        </Button>
        <Button look="main" type="submit" autoFocus>
          {text.trim() === '' ? say('sessions.finish.verb') : say('sessions.finish.tell')}
        </Button>
      </DialogButtons>
    </form>
  );
}
