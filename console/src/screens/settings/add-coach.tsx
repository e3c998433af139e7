import { useState } from 'react';
import { useNotices } from '../../notices/notices.tsx';
import { Choose } from '../../parts/choose.tsx';
import { ComboField } from '../../parts/combo-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import { ROLES, type Role, useCoachWrites } from './coaches-data.ts';
import { FormEnd, faultOf, useForm } from './form.tsx';
import { nameOfMember, useMembers } from './members-data.ts';
import { type Organization, useNameOf } from './organization.ts';
import style from './settings.module.css';

/** Asks somebody to coach. */
export function AddCoachDialog(props: {
  readonly organization: Organization;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Dialog title={say('settings.coaches.add')} isOpen={props.isOpen} onClose={props.onClose}>
      <AddForm organization={props.organization} onClose={props.onClose} />
    </Dialog>
  );
}

/** From the roster by name; whoever is not on it by the id of their account. */
function AddForm(props: { readonly organization: Organization; readonly onClose: () => void }) {
  const { organization, onClose } = props;
  const say = useSay();
  const { tell } = useNotices();
  const { put } = useCoachWrites();
  const { members } = useMembers();
  const nameOf = useNameOf();
  const [chosen, setChosen] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<Role>('assistant_coach');
  const user_id = chosen?.id ?? typed.trim();
  const form = useForm(async () => {
    const isCoach = organization.coaches.some((one) => one.user_id === user_id);
    await put(user_id, role);
    const name = chosen?.name ?? (isCoach ? nameOf(user_id) : null);
    tell(name === null ? say('settings.coaches.wasAsked') : say('settings.coaches.wasAsked.name', { name }));
    onClose();
  });
  const candidates = (members ?? [])
    .filter(
      ({ user_id: id }) =>
        id !== organization.head_coach_user_id && !organization.coaches.some((one) => one.user_id === id),
    )
    .map((member) => ({
      id: member.user_id,
      name: nameOfMember(member),
      ...(member.username !== null && { beside: member.username }),
    }));
  return (
    <form className={style.dialogForm} onSubmit={form.submit}>
      <p className="second">{say('settings.coaches.add.text')}</p>
      <ComboField
        label={say('settings.coaches.add.member')}
        items={candidates}
        chosen={chosen?.name}
        onChoose={(item) => {
          setChosen(item);
          setTyped('');
        }}
        none={say('settings.members.empty.all')}
        autoFocus
      />
      <Field
        label={say('settings.coaches.add.account')}
        hint={say('settings.account.hint')}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setChosen(null);
        }}
        autoComplete="off"
        fault={faultOf(form.error, 'user_id')}
      />
      <Choose
        label={say('settings.coaches.role')}
        value={role}
        onChange={setRole}
        options={ROLES.map((value) => ({ value, label: say(`settings.role.${value}`) }))}
      />
      <p className="small second">{say(`settings.role.may.${role}`)}</p>
      <FormEnd
        form={form}
        verb={say('settings.members.ask.verb')}
        isReady={user_id !== ''}
        onClose={onClose}
      />
    </form>
  );
}
