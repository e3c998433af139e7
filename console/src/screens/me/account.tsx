import { type FormEvent, type ReactNode, useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import columns from '../../parts/columns.module.css';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { type Say, useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';

const MIN_PASSWORD_CHARS = 8;

/** Password and e-mail, each changed with the password that holds now. */
export function Account() {
  const say = useSay();
  const { email } = useSession().profile;
  const [changing, setChanging] = useState<'password' | 'email' | null>(null);
  const close = (): void => setChanging(null);
  return (
    <section className={columns.section}>
      <h2>{say('me.account')}</h2>
      <div className={columns.row}>
        <div>
          <p>{say('me.email')}</p>
          <p className="small second">{email}</p>
        </div>
        <Button size="small" onPress={() => setChanging('email')}>
          {say('me.email.change')}
        </Button>
      </div>
      <div className={columns.row}>
        <p>{say('me.password')}</p>
        <Button size="small" onPress={() => setChanging('password')}>
          {say('me.password.change')}
        </Button>
      </div>
      <div className={columns.row}>
        <p>{say('me.leaving')}</p>
        <LinkButton size="small" look="quiet" to="/me/privacy">
          {say('me.leaving.where')}
        </LinkButton>
      </div>
      <Dialog title={say('me.password.change')} isOpen={changing === 'password'} onClose={close}>
        <ChangePassword onClose={close} />
      </Dialog>
      <Dialog title={say('me.email.change')} isOpen={changing === 'email'} onClose={close}>
        <ChangeEmail onClose={close} />
      </Dialog>
    </section>
  );
}

type Faults = { readonly password?: string; readonly next?: string; readonly all?: string };

/** Where a refusal belongs: at the password that holds, at what is new, or above the buttons. */
function faultsOf(error: unknown, say: Say): Faults {
  if (error instanceof ApiError && error.status === 403) return { password: say('me.password.wrong') };
  const isOfNext = error instanceof ApiError && (error.status === 400 || error.status === 409);
  const text = error instanceof ApiError ? (error.details[0]?.message ?? error.message) : '';
  return isOfNext ? { next: text } : { all: reasonOf(error, say) };
}

function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const { tell } = useNotices();
  const [next, setNext] = useState('');
  return (
    <Proved
      isReady={next.length >= MIN_PASSWORD_CHARS}
      onClose={onClose}
      verb={say('me.password.change')}
      save={async (password) => {
        await ask(api.POST('/auth/password', { body: { password, new_password: next } }));
        tell(say('me.password.changed'));
      }}
    >
      {(fault) => (
        <Field
          label={say('me.password.new')}
          hint={say('me.password.hint', { chars: MIN_PASSWORD_CHARS })}
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          fault={fault}
        />
      )}
    </Proved>
  );
}

function ChangeEmail({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const { tell } = useNotices();
  const [next, setNext] = useState('');
  return (
    <Proved
      isReady={next.includes('@')}
      onClose={onClose}
      verb={say('me.email.change')}
      save={async (password) => {
        await ask(api.POST('/auth/email', { body: { password, new_email: next.trim() } }));
        tell(say('me.email.sent', { email: next.trim() }));
      }}
    >
      {(fault) => (
        <Field
          label={say('me.email.new')}
          hint={say('me.email.hint')}
          type="email"
          autoComplete="email"
          value={next}
          onChange={setNext}
          fault={fault}
        />
      )}
    </Proved>
  );
}

/** A form that also asks for the password that holds now. */
function Proved(props: {
  readonly isReady: boolean;
  readonly verb: string;
  readonly save: (password: string) => Promise<void>;
  readonly onClose: () => void;
  readonly children: (fault: string | undefined) => ReactNode;
}) {
  const { isReady, verb, save, onClose, children } = props;
  const say = useSay();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFaults({});
    try {
      await save(password);
      onClose();
    } catch (error) {
      setFaults(faultsOf(error, say));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: '1rem' }}>
      <Field
        label={say('me.password.now')}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        fault={faults.password}
      />
      {children(faults.next)}
      {faults.all !== undefined && (
        <p role="alert" style={{ color: 'var(--fault)' }}>
          {faults.all}
        </p>
      )}
      <DialogButtons>
        <Button look="quiet" onPress={onClose}>
          {say('shell.cancel')}
        </Button>
        <Button look="main" type="submit" isDisabled={password === '' || !isReady || isBusy}>
          {verb}
        </Button>
      </DialogButtons>
    </form>
  );
}
