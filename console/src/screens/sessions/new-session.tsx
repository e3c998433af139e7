import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { addDays, todayIn } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './session.module.css';
import { sessionKeys } from './session-queries.ts';

/** Makes a session, or one each week. */
export function NewSession({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const say = useSay();
  return (
    <Dialog title={say('sessions.new')} isOpen={isOpen} onClose={close}>
      <SessionForm close={close} />
    </Dialog>
  );
}

function SessionForm({ close }: { readonly close: () => void }) {
  const say = useSay();
  const org_id = useOrgId();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { timezone } = useSession().profile.preferences;
  const tomorrow = addDays(todayIn(timezone), 1);
  const [fields, setFields] = useState({
    title: '',
    date: tomorrow,
    time: '18:30',
    place: '',
    capacity: '',
    weeks: '',
  });
  const set = (name: keyof typeof fields) => (value: string) =>
    setFields((before) => ({ ...before, [name]: value }));
  const make = useMutation({
    mutationFn: () =>
      ask(
        api.POST('/organizations/{org_id}/sessions', {
          params: { path: { org_id }, header: { 'Idempotency-Key': crypto.randomUUID() } },
          body: {
            title: fields.title,
            // The wall clock where the coach is: the server reads it in the zone beside it.
            starts_at: `${fields.date}T${fields.time}`,
            timezone,
            ...(fields.place !== '' && { place: { text: fields.place } }),
            ...(fields.capacity !== '' && { capacity: Number(fields.capacity) }),
            ...(fields.weeks !== '' && { series: { interval_weeks: 1, occurrences: Number(fields.weeks) } }),
          },
        }),
      ),
    onSuccess: async ({ data }) => {
      await cache.invalidateQueries({ queryKey: sessionKeys.all(org_id) });
      close();
      await navigate(`/o/${org_id}/sessions/${data.session.id}`);
    },
  });
  /** What the server finds wrong with a field stands beside it. */
  const faultOf = (path: string): string | undefined =>
    make.error instanceof ApiError
      ? make.error.details.find((detail) => detail.path.split('.')[0] === path)?.message
      : undefined;
  const hasFieldFault = make.error instanceof ApiError && make.error.details.length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className={style.form} onSubmit={submit}>
      <Field
        label={say('sessions.form.title')}
        value={fields.title}
        onChange={set('title')}
        fault={faultOf('title')}
        isRequired
        autoFocus
      />
      <div className={style.pair}>
        <Field
          label={say('sessions.form.date')}
          type="date"
          value={fields.date}
          onChange={set('date')}
          fault={faultOf('starts_at')}
          isRequired
        />
        <Field
          label={say('sessions.form.time')}
          type="time"
          value={fields.time}
          onChange={set('time')}
          isRequired
        />
      </div>
      <Field
        label={say('sessions.form.place')}
        value={fields.place}
        onChange={set('place')}
        fault={faultOf('place')}
      />
      <div className={style.pair}>
        <Field
          label={say('sessions.form.capacity')}
          inputMode="numeric"
          value={fields.capacity}
          onChange={set('capacity')}
          fault={faultOf('capacity')}
          hint={say('sessions.form.capacityHint')}
        />
        <Field
          label={say('sessions.form.weeks')}
          inputMode="numeric"
          value={fields.weeks}
          onChange={set('weeks')}
          fault={faultOf('series')}
          hint={say('sessions.form.weeksHint')}
        />
      </div>
      {make.isError && !hasFieldFault && <p role="alert">{reasonOf(make.error, say)}</p>}
      <DialogButtons>
        <Button onPress={close}>{say('sessions.form.cancel')}</Button>
        <Button look="main" type="submit" isDisabled={fields.title.trim() === '' || make.isPending}>
          {say('sessions.form.make')}
        </Button>
      </DialogButtons>
    </form>
  );
}
