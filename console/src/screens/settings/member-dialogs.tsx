import { useState } from 'react';
import { useNotices } from '../../notices/notices.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import { FormEnd, faultOf, useForm } from './form.tsx';
import { type Member, type MemberChanges, nameOfMember, useMemberWrites } from './members-data.ts';
import { useCoaches } from './organization.ts';
import style from './settings.module.css';

/** What coaches keep about a member. */
export function EditMemberDialog(props: { readonly member: Member | null; readonly onClose: () => void }) {
  const { member, onClose } = props;
  return (
    <Dialog title={member === null ? '' : nameOfMember(member)} isOpen={member !== null} onClose={onClose}>
      {member !== null && <EditForm member={member} onClose={onClose} />}
    </Dialog>
  );
}

const NO_COACH = 'none';
const STATUSES = ['active', 'inactive', 'suspended'] as const;

function EditForm({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const say = useSay();
  const coaches = useCoaches();
  const { change } = useMemberWrites();
  const [name, setName] = useState(member.display_name ?? '');
  const [level, setLevel] = useState(member.member_level ?? '');
  const [labels, setLabels] = useState(member.labels.join(', '));
  const [coach_id, setCoach] = useState(member.coach_id ?? NO_COACH);
  const [status, setStatus] = useState(STATUSES.find((one) => one === member.status) ?? 'active');
  const form = useForm(async () => {
    const wanted: Required<MemberChanges> = {
      display_name: name.trim() === '' ? null : name.trim(),
      member_level: level.trim() === '' ? null : level.trim(),
      labels: labelsOf(labels),
      coach_id: coach_id === NO_COACH ? null : coach_id,
      status,
    };
    const changes = differing(member, wanted);
    if (Object.keys(changes).length > 0)
      await change(member, changes, say('settings.members.changed', { name: nameOfMember(member) }));
    onClose();
  });
  return (
    <form className={style.dialogForm} onSubmit={form.submit}>
      <Field
        label={say('settings.members.nickname')}
        hint={say('settings.members.nickname.hint')}
        value={name}
        onChange={setName}
        maxLength={50}
        fault={faultOf(form.error, 'display_name')}
      />
      <LevelAndLabels
        level={level}
        setLevel={setLevel}
        labels={labels}
        setLabels={setLabels}
        error={form.error}
      />
      <Choose
        label={say('settings.members.column.coach')}
        value={coach_id}
        onChange={setCoach}
        options={[
          { value: NO_COACH, label: say('settings.members.noCoach') },
          ...coaches.map((coach) => ({ value: coach.user_id, label: coach.name })),
        ]}
      />
      <Choose
        label={say('settings.members.column.status')}
        value={status}
        onChange={setStatus}
        options={STATUSES.map((value) => ({ value, label: say(`settings.members.is.${value}`) }))}
      />
      <p className="small second">{say('settings.members.status.hint')}</p>
      <FormEnd form={form} verb={say('settings.save')} onClose={onClose} />
    </form>
  );
}

/** Asks somebody who has an account already. Most come by invitation: nobody knows their id by heart. */
export function AskMemberDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog title={say('settings.members.ask')} isOpen={props.isOpen} onClose={props.onClose}>
      <AskForm onClose={props.onClose} />
    </Dialog>
  );
}

function AskForm({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const { tell } = useNotices();
  const { offer } = useMemberWrites();
  const [user_id, setId] = useState('');
  const [name, setName] = useState('');
  const [level, setLevel] = useState('');
  const [labels, setLabels] = useState('');
  const form = useForm(async () => {
    await offer({
      user_id: user_id.trim(),
      display_name: name.trim() === '' ? null : name.trim(),
      member_level: level.trim() === '' ? null : level.trim(),
      labels: labelsOf(labels),
    });
    tell(say('settings.members.asked'));
    onClose();
  });
  return (
    <form className={style.dialogForm} onSubmit={form.submit}>
      <p className="second">{say('settings.members.ask.text')}</p>
      <Field
        label={say('settings.account')}
        hint={say('settings.account.hint')}
        value={user_id}
        onChange={setId}
        isRequired
        autoFocus
        autoComplete="off"
        fault={faultOf(form.error, 'user_id')}
      />
      <Field
        label={say('settings.members.nickname')}
        value={name}
        onChange={setName}
        maxLength={50}
        fault={faultOf(form.error, 'display_name')}
      />
      <LevelAndLabels
        level={level}
        setLevel={setLevel}
        labels={labels}
        setLabels={setLabels}
        error={form.error}
      />
      <FormEnd form={form} verb={say('settings.members.ask.verb')} onClose={onClose} />
    </form>
  );
}

/** What the roster says of a member. */
export function LevelAndLabels(props: {
  readonly level: string;
  readonly setLevel: (text: string) => void;
  readonly labels: string;
  readonly setLabels: (text: string) => void;
  readonly error: unknown;
}) {
  const say = useSay();
  return (
    <>
      <Field
        label={say('settings.members.column.level')}
        value={props.level}
        onChange={props.setLevel}
        maxLength={50}
        fault={faultOf(props.error, 'member_level')}
      />
      <Field
        label={say('settings.members.column.labels')}
        hint={say('settings.members.labels.hint')}
        value={props.labels}
        onChange={props.setLabels}
        fault={faultOf(props.error, 'labels')}
      />
    </>
  );
}

/** As typed, between commas of any script, each once. */
export function labelsOf(text: string): string[] {
  return [...new Set(text.split(/[,，、]/u).map((label) => label.trim()))].filter((label) => label !== '');
}

function differing(member: Member, wanted: Required<MemberChanges>): MemberChanges {
  const entries = Object.entries(wanted).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(member[field as keyof MemberChanges]),
  );
  return Object.fromEntries(entries);
}
