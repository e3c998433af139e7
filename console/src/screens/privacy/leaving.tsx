import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import button from '../../parts/button.module.css';
import { Button } from '../../parts/button.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { leaveDevice, type Membership, SESSION, useSession } from '../../session/session.tsx';
import style from './privacy.module.css';

/** Taking one's data out, leaving a club, and deleting the account. */
export function Leaving({ clubs }: { readonly clubs: readonly Membership[] }) {
  const say = useSay();
  const cache = useQueryClient();
  const { tell } = useNotices();
  const { user_id } = useSession().profile;
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const leave = ({ org_id, org_name }: Membership): Confirmation => ({
    title: say('privacy.leave.title', { club: org_name }),
    text: say('privacy.leave.text', { club: org_name }),
    verb: say('privacy.leave.verb'),
    act: async () => {
      const path = { org_id, user_id };
      await ask(api.DELETE('/organizations/{org_id}/members/{user_id}', { params: { path } }));
      await cache.invalidateQueries({ queryKey: SESSION });
      tell(say('privacy.leave.done', { club: org_name }));
    },
  });
  return (
    <section className={style.group}>
      <h2>{say('privacy.leaving.title')}</h2>
      <p className="small second">{say('privacy.leaving.text')}</p>
      <div className={style.buttons}>
        {/* The server makes the archive while it is sent; the browser keeps it as a file. */}
        <a
          className={button.button}
          data-look="plain"
          data-size="small"
          href="/api/v1/users/me/export"
          download
        >
          {say('privacy.export')}
        </a>
        {clubs.map((club) => (
          <Button key={club.org_id} size="small" onPress={() => setAsked(leave(club))}>
            {say('privacy.leave', { club: club.org_name })}
          </Button>
        ))}
        <Button size="small" onPress={() => setDeleting(true)}>
          {say('privacy.delete')}
        </Button>
      </div>
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
      <Dialog title={say('privacy.delete.title')} isOpen={isDeleting} onClose={() => setDeleting(false)}>
        <DeleteAccount onClose={() => setDeleting(false)} />
      </Dialog>
    </section>
  );
}

/** The password first, then once more in words: it is at once and for good. */
function DeleteAccount({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const cache = useQueryClient();
  const { email } = useSession().profile;
  const [password, setPassword] = useState('');
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isSure) {
      setSure(true);
      return;
    }
    setBusy(true);
    try {
      await ask(api.DELETE('/users/me', { body: { password } }));
    } catch (error) {
      setFault(
        reasonOf(error, say) === say('shell.failure.forbidden')
          ? say('privacy.delete.wrong')
          : reasonOf(error, say),
      );
      setSure(false);
      setBusy(false);
      return;
    }
    await leaveDevice(cache);
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: '1rem' }}>
      <p className="second">{say('privacy.delete.text')}</p>
      <Field
        label={say('privacy.delete.password', { email })}
        type="password"
        autoComplete="current-password"
        autoFocus
        isDisabled={isSure}
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          setFault(undefined);
        }}
        fault={fault}
      />
      {isSure && (
        <p role="alert" className="strong">
          {say('privacy.delete.sure')}
        </p>
      )}
      <DialogButtons>
        <Button look="quiet" onPress={onClose}>
          {say('shell.cancel')}
        </Button>
        <Button look={isSure ? 'main' : 'plain'} type="submit" isDisabled={password === '' || isBusy}>
          {isSure ? say('privacy.delete.now') : say('privacy.delete.next')}
        </Button>
      </DialogButtons>
    </form>
  );
}
