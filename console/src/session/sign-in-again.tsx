import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ask } from '../client/api.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogButtons } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { reasonOf } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { useSession } from './session.tsx';

/** Asks for the password above the page, which stays as it is with all that was typed. */
export function SignInAgain({ onDone }: { readonly onDone: () => void }) {
  const say = useSay();
  return (
    <Dialog title={say('shell.ended.title')} isOpen onClose={onDone} isDismissable={false}>
      <PasswordForm onDone={onDone} />
    </Dialog>
  );
}

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const say = useSay();
  const cache = useQueryClient();
  const { email } = useSession().profile;
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const signIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await ask(api.POST('/auth/cookie-session', { body: { email, password } }));
    } catch (error) {
      setFault(reasonOf(error, say));
      return;
    }
    onDone();
    await cache.invalidateQueries();
  };
  return (
    <form onSubmit={(event) => void signIn(event)} style={{ display: 'grid', gap: '1rem' }}>
      <p>{say('shell.ended.text', { email })}</p>
      <Field
        label={say('shell.ended.password')}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        fault={fault}
      />
      <DialogButtons>
        <Button look="quiet" onPress={() => location.assign('/sign-in')}>
          {say('shell.ended.other')}
        </Button>
        <Button look="main" type="submit" isDisabled={password === ''}>
          {say('shell.ended.signIn')}
        </Button>
      </DialogButtons>
    </form>
  );
}
