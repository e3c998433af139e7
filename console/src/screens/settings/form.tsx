import { type FormEvent, useState } from 'react';
import { ApiError } from '../../client/errors.ts';
import { Button } from '../../parts/button.tsx';
import { DialogButtons } from '../../parts/dialog.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { WriteButton } from './part.tsx';

/** What the server says is wrong with a field, by the end of its path. */
export function faultOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details.find(({ path }) => path.split(/[./]/).at(-1) === field)?.message;
}

type Form = {
  readonly submit: (event: FormEvent) => void;
  readonly error: unknown;
  readonly isBusy: boolean;
};

/** Sends what was typed, once, and keeps it with the reason where the server refuses it. */
export function useForm(send: () => Promise<void>): Form {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await send();
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  return { submit: (event) => void submit(event), error, isBusy };
}

/** Why the server refuses what is no field's fault, and the buttons. */
export function FormEnd(props: {
  readonly form: Form;
  readonly verb: string;
  /** Whether what is needed has been typed. */
  readonly isReady?: boolean;
  readonly onClose: () => void;
}) {
  const { form, verb, isReady = true, onClose } = props;
  const say = useSay();
  return (
    <>
      {form.error !== undefined && (
        <p className="fault" role="alert">
          {reasonOf(form.error, say)}
        </p>
      )}
      <DialogButtons>
        <Button look="quiet" onPress={onClose}>
          {say('shell.cancel')}
        </Button>
        <WriteButton look="main" type="submit" isDisabled={form.isBusy || !isReady}>
          {verb}
        </WriteButton>
      </DialogButtons>
    </>
  );
}
