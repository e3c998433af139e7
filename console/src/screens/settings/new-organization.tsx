import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { useNotices } from '../../notices/notices.tsx';
import { ComboField } from '../../parts/combo-field.tsx';
import { Field } from '../../parts/field.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, reasonOf } from '../../parts/states.tsx';
import { TIME_ZONES } from '../../parts/time-zones.ts';
import { useSay } from '../../say.tsx';
import { isCoachAccount, SESSION, useSession } from '../../session/session.tsx';
import { faultOf, useForm } from './form.tsx';
import { WriteButton } from './part.tsx';
import style from './settings.module.css';

/** A coach makes an organization, leads it from then on, and goes on to invite people. */
export function Screen() {
  const say = useSay();
  return (
    <>
      <PageHead title={say('settings.new.title')} />
      {isCoachAccount(useSession()) ? <NewOrganization /> : <Empty>{say('settings.new.onlyCoaches')}</Empty>}
    </>
  );
}

function NewOrganization() {
  const say = useSay();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { tell } = useNotices();
  const { profile } = useSession();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [timezone, setTimezone] = useState<string>(
    profile.preferences.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const form = useForm(async () => {
    const body = { name: name.trim(), description: description.trim(), settings: { timezone } };
    const { organization } = await ask(api.POST('/organizations', { body }));
    // The addresses of the organization are those of its coach once this is known of the session.
    await cache.invalidateQueries({ queryKey: SESSION });
    tell(say('settings.new.made', { name: organization.org_name }));
    void navigate(`/o/${organization.org_id}/settings/invitations`);
  });
  const ofName = faultOf(form.error, 'name') ?? (isTaken(form.error) ? form.error.message : undefined);
  const isElsewhere = form.error !== undefined && ofName === undefined;
  return (
    <form className={style.founding} onSubmit={form.submit}>
      <p className="second">{say('settings.new.lead')}</p>
      <Field
        label={say('settings.general.name')}
        isRequired
        autoFocus
        value={name}
        onChange={setName}
        fault={ofName}
      />
      <Field
        label={say('settings.general.description')}
        rows={3}
        value={description}
        onChange={setDescription}
        fault={faultOf(form.error, 'description')}
      />
      <ComboField
        label={say('settings.general.zone')}
        hint={say('settings.general.zone.hint')}
        items={TIME_ZONES}
        chosen={timezone.replaceAll('_', ' ')}
        onChoose={({ id }) => setTimezone(id)}
        none={say('settings.general.zone.none')}
        fault={faultOf(form.error, 'timezone')}
      />
      {isElsewhere && (
        <p className="fault" role="alert">
          {isByAdmins(form.error) ? say('settings.new.byAdmins') : reasonOf(form.error, say)}
        </p>
      )}
      <div className={style.buttons}>
        <WriteButton look="main" type="submit" isDisabled={form.isBusy || name.trim() === ''}>
          {say('settings.new.make')}
        </WriteButton>
      </div>
    </form>
  );
}

const isTaken = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

const isByAdmins = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'organization_creation_restricted';
