import { type ReactNode, useState } from 'react';
import { useSay } from '../say.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Field } from './field.tsx';
import { reasonOf } from './states.tsx';

/** What is asked before something that cannot be taken back. */
export type Confirmation = {
  readonly title: string;
  /** What will be gone, and what will stay. */
  readonly text: ReactNode;
  /** The word on the button that does it. */
  readonly verb: string;
  /** What has to be typed before, and how that is asked. */
  readonly typed?: { readonly label: string; readonly text: string } | undefined;
  readonly act: () => Promise<unknown>;
};

/** The second step of what cannot be undone. It stays open, with the reason, where the server refuses. */
export function ConfirmDialog(props: {
  /** Null: nothing is asked. */
  readonly asked: Confirmation | null;
  readonly onClose: () => void;
}) {
  const { asked, onClose } = props;
  return (
    <Dialog title={asked?.title ?? ''} isOpen={asked !== null} onClose={onClose}>
      {asked !== null && <Question asked={asked} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ asked, onClose }: { readonly asked: Confirmation; readonly onClose: () => void }) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const isMeant = asked.typed === undefined || sameText(typed, asked.typed.text);
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      await asked.act();
      onClose();
    } catch (error) {
      setFault(reasonOf(error, say));
      setBusy(false);
    }
  };
  return (
    <form
      style={{ display: 'grid', gap: '1rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isMeant && !isBusy) void act();
      }}
    >
      <div className="second">{asked.text}</div>
      {asked.typed !== undefined && (
        <Field label={asked.typed.label} value={typed} onChange={setTyped} autoFocus autoComplete="off" />
      )}
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <DialogButtons>
        <Button look="quiet" onPress={onClose}>
          {say('shell.cancel')}
        </Button>
        <Button look="main" type="submit" isDisabled={!isMeant || isBusy}>
          {asked.verb}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** Names are copied and typed with other spaces around them and in other forms of the same signs. */
function sameText(typed: string, text: string): boolean {
  const plain = (one: string): string => one.normalize().replaceAll(/\s+/gu, ' ').trim();
  return plain(typed) === plain(text);
}
