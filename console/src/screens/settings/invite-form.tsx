import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import { FormEnd, faultOf, useForm } from './form.tsx';
import { LevelAndLabels, labelsOf } from './member-dialogs.tsx';
import style from './settings.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;
const KINDS = ['link', 'email'] as const;
type Kind = (typeof KINDS)[number];
/** Not the 90 that may be most: a clock that is ahead would ask for more. */
const DAYS = ['7', '14', '30', '60'] as const;

/** Invites one person by mail, or as many as wanted by a link, which is handed on to whoever shows it once. */
export function InviteForm(props: { readonly onClose: () => void; readonly onLink: (url: string) => void }) {
  const { onClose, onLink } = props;
  const say = useSay();
  const org_id = useOrgId();
  const cache = useQueryClient();
  const { tell } = useNotices();
  const { language } = useSession().profile.preferences;
  const [kind, setKind] = useState<Kind>('link');
  const [email, setEmail] = useState('');
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState<(typeof DAYS)[number]>('14');
  const [name, setName] = useState('');
  const [level, setLevel] = useState('');
  const [labels, setLabels] = useState('');
  const form = useForm(async () => {
    const body: Schemas['CreateInvitation'] = {
      expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      member_level: level.trim() === '' ? null : level.trim(),
      labels: labelsOf(labels),
      ...(kind === 'email'
        ? { email: email.trim(), display_name: name.trim() === '' ? null : name.trim(), language }
        : { max_uses: Number(uses) }),
    };
    const answer = await ask(
      api.POST('/organizations/{org_id}/invitations', { params: { path: { org_id } }, body }),
    );
    const { url } = answer.data.invitation;
    if (url === undefined) tell(say('settings.invitations.sent', { email: email.trim() }));
    else onLink(url);
    onClose();
    await cache.invalidateQueries({ queryKey: ['invitations', org_id] });
  });
  const areUsesFine = /^[1-9]\d{0,4}$/.test(uses.trim()) && Number(uses) <= 10_000;
  return (
    <form className={style.dialogForm} onSubmit={form.submit}>
      <Choice
        label={say('settings.invitations.kind')}
        value={kind}
        onChange={setKind}
        options={KINDS.map((value) => ({ value, label: say(`settings.invitations.kind.${value}`) }))}
      />
      <p className="small second">{say(`settings.invitations.kind.${kind}.text`)}</p>
      {kind === 'email' ? (
        <>
          <Field
            label={say('settings.invitations.email')}
            type="email"
            value={email}
            onChange={setEmail}
            isRequired
            autoFocus
            autoComplete="off"
            fault={faultOf(form.error, 'email')}
          />
          <Field
            label={say('settings.members.nickname')}
            value={name}
            onChange={setName}
            maxLength={50}
            fault={faultOf(form.error, 'display_name')}
          />
        </>
      ) : (
        <Field
          label={say('settings.invitations.uses.label')}
          value={uses}
          onChange={setUses}
          inputMode="numeric"
          autoFocus
          fault={areUsesFine ? faultOf(form.error, 'max_uses') : say('settings.invitations.uses.fault')}
        />
      )}
      <div className={style.fieldset}>
        <span className={style.legend}>{say('settings.invitations.ends')}</span>
        <Choice
          label={say('settings.invitations.ends')}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, label: say('settings.days', { count: Number(value) }) }))}
        />
      </div>
      <LevelAndLabels
        level={level}
        setLevel={setLevel}
        labels={labels}
        setLabels={setLabels}
        error={form.error}
      />
      <FormEnd
        form={form}
        verb={kind === 'email' ? say('settings.invitations.send') : say('settings.invitations.makeLink')}
        isReady={kind === 'email' ? email.trim() !== '' : areUsesFine}
        onClose={onClose}
      />
    </form>
  );
}
