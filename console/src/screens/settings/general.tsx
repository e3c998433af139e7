import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { ComboField } from '../../parts/combo-field.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { MIN_SASH_CONTRAST, Sash, sashContrast } from '../../parts/sash.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { TIME_ZONES } from '../../parts/time-zones.ts';
import { useSay } from '../../say.tsx';
import { faultOf } from './form.tsx';
import { type Organization, useOrganization, useStanding, useTakeOrganization } from './organization.ts';
import { Part, ReadOnly, WriteButton } from './part.tsx';
import style from './settings.module.css';

const USUAL_SASH = '#E9F04B';

/** What the club is called, how it looks, on which clock it lives and what its plans follow. */
export function Screen() {
  const say = useSay();
  const { data, isPending, isError, error, refetch } = useOrganization();
  const { leads, isHead } = useStanding();
  return (
    <Part title={say('settings.part.general')}>
      {isPending && <Waiting rows={5} height={64} />}
      {isError && data === undefined && (
        <Failure error={error} what={say('settings.general.failed')} retry={() => void refetch()} />
      )}
      {data !== undefined && !leads && <ReadOnly>{say('settings.general.whose')}</ReadOnly>}
      {data !== undefined && <About key={data.org_id} organization={data} isReadOnly={!leads} />}
      {data !== undefined && isHead && <Deletion organization={data} />}
    </Part>
  );
}

type Values = {
  readonly name: string;
  readonly description: string;
  readonly logo_url: string;
  readonly contact_email: string;
  readonly timezone: string;
  readonly sash_color: string;
  readonly training_principle: string;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function valuesOf({ org_name, description, settings }: Organization): Values {
  return {
    name: org_name,
    description,
    logo_url: textOf(settings.logo_url),
    contact_email: textOf(settings.contact_email),
    timezone: textOf(settings.timezone),
    sash_color: textOf(settings.sash_color),
    training_principle: textOf(settings.training_principle),
  };
}

/** Only what differs, so that two who change different things at once do not take each other's back. */
function changesOf(before: Values, after: Values): Schemas['UpdateOrganization'] {
  const { name, description, ...settings } = after;
  const changed = Object.entries(settings).flatMap(([key, text]) =>
    text === before[key as keyof Values] ? [] : [[key, text.trim() === '' ? null : text.trim()]],
  );
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(changed.length > 0 && { settings: Object.fromEntries(changed) }),
  };
}

function About(props: { readonly organization: Organization; readonly isReadOnly: boolean }) {
  const { organization, isReadOnly } = props;
  const say = useSay();
  const { offerUndo } = useNotices();
  const take = useTakeOrganization();
  const stored = valuesOf(organization);
  const [values, setValues] = useState(stored);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const set = (field: keyof Values) => (text: string) => {
    setError(undefined);
    setValues((before) => ({ ...before, [field]: text }));
  };
  const write = async (body: Schemas['UpdateOrganization']): Promise<void> => {
    const { org_id } = organization;
    const answer = await ask(api.PUT('/organizations/{org_id}', { params: { path: { org_id } }, body }));
    take(answer.organization);
    setValues(valuesOf(answer.organization));
  };
  const isChanged = Object.keys(changesOf(stored, values)).length > 0;
  const isSashFaint = isTooFaint(values.sash_color);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isChanged || isSashFaint || isBusy) return;
    setBusy(true);
    try {
      await write(changesOf(stored, values));
      offerUndo({ said: say('settings.general.saved'), undo: () => write(changesOf(values, stored)) });
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    onChange: set(name),
    isReadOnly,
    fault: faultOf(error, name),
  });
  const isElsewhere = error !== undefined && !FIELDS.some((name) => faultOf(error, name) !== undefined);
  return (
    <form className={style.form} onSubmit={(event) => void save(event)}>
      <Field label={say('settings.general.name')} isRequired {...field('name')} />
      <Field label={say('settings.general.description')} rows={3} {...field('description')} />
      <Field
        label={say('settings.general.logo')}
        hint={say('settings.general.logo.hint')}
        inputMode="url"
        placeholder="https://"
        {...field('logo_url')}
      />
      <SashColor
        color={values.sash_color}
        onChange={set('sash_color')}
        isReadOnly={isReadOnly}
        name={values.name}
      />
      <Field
        label={say('settings.general.email')}
        hint={say('settings.general.email.hint')}
        inputMode="email"
        {...field('contact_email')}
      />
      {isReadOnly ? (
        <Field label={say('settings.general.zone')} isReadOnly value={values.timezone} />
      ) : (
        <ComboField
          label={say('settings.general.zone')}
          hint={say('settings.general.zone.hint')}
          items={TIME_ZONES}
          chosen={values.timezone.replaceAll('_', ' ')}
          onChoose={({ id }) => set('timezone')(id)}
          none={say('settings.general.zone.none')}
          fault={faultOf(error, 'timezone')}
        />
      )}
      <Field
        label={say('settings.general.principle')}
        hint={say('settings.general.principle.hint')}
        rows={5}
        {...field('training_principle')}
      />
      {isElsewhere && (
        <p className="fault" role="alert">
          {reasonOf(error, say)}
        </p>
      )}
      {!isReadOnly && (
        <div className={style.buttons}>
          <WriteButton look="main" type="submit" isDisabled={!isChanged || isSashFaint || isBusy}>
            {say('settings.save')}
          </WriteButton>
          {isChanged && (
            <WriteButton
              look="quiet"
              onPress={() => {
                setValues(stored);
                setError(undefined);
              }}
            >
              {say('settings.discard')}
            </WriteButton>
          )}
        </div>
      )}
    </form>
  );
}

const FIELDS = [
  'name',
  'description',
  'logo_url',
  'contact_email',
  'timezone',
  'sash_color',
  'training_principle',
] as const satisfies readonly (keyof Values)[];

function isTooFaint(color: string): boolean {
  return color.trim() !== '' && (sashContrast(color.trim()) ?? 0) < MIN_SASH_CONTRAST;
}

/** The colour of the sash, tried on the mark while one chooses. */
function SashColor(props: {
  readonly color: string;
  readonly onChange: (color: string) => void;
  readonly isReadOnly: boolean;
  readonly name: string;
}) {
  const { color, onChange, isReadOnly, name } = props;
  const say = useSay();
  const format = useFormat();
  const contrast = sashContrast(color.trim());
  const isFaint = isTooFaint(color);
  const values = contrast === null ? null : { ratio: format.number(contrast, 1), least: MIN_SASH_CONTRAST };
  const fault =
    !isFaint || values === null
      ? isFaint
        ? say('settings.general.sash.unknown')
        : undefined
      : say('settings.general.sash.faint', values);
  return (
    <fieldset className={style.fieldset}>
      <legend className={style.legend}>{say('settings.general.sash')}</legend>
      <div className={style.sash}>
        <Sash size={36} color={contrast === null || isFaint ? USUAL_SASH : color.trim()} />
        <span className="strong">{name}</span>
      </div>
      {!isReadOnly && (
        <div className={style.sash}>
          <input
            type="color"
            className={style.swatch}
            aria-label={say('settings.general.sash.choose')}
            value={(contrast === null ? USUAL_SASH : color.trim()).toLowerCase()}
            onChange={({ target }) => onChange(target.value)}
          />
          <Field
            label={say('settings.general.sash.code')}
            labelIsSpoken
            placeholder={USUAL_SASH}
            value={color}
            onChange={onChange}
            fault={fault}
          />
        </div>
      )}
      <p className="small second">
        {values === null || isFaint
          ? say('settings.general.sash.hint')
          : say('settings.general.sash.fine', values)}
      </p>
    </fieldset>
  );
}

/** For the head coach: everything of the organization, for good. */
function Deletion({ organization: { org_id, org_name } }: { readonly organization: Organization }) {
  const say = useSay();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const remove = async (): Promise<void> => {
    await ask(api.DELETE('/organizations/{org_id}', { params: { path: { org_id } }, body: { org_name } }));
    await cache.invalidateQueries({ queryKey: ['session'] });
    void navigate('/');
  };
  return (
    <section className={style.danger}>
      <h2>{say('settings.general.delete')}</h2>
      <p className="second">{say('settings.general.delete.text')}</p>
      <WriteButton onPress={() => setAsked(true)}>{say('settings.general.delete')}</WriteButton>
      <ConfirmDialog
        asked={
          isAsked
            ? {
                title: say('settings.general.delete.title', { name: org_name }),
                text: say('settings.general.delete.text'),
                verb: say('settings.general.delete.verb'),
                typed: { label: say('settings.typeName', { name: org_name }), text: org_name },
                act: remove,
              }
            : null
        }
        onClose={() => setAsked(false)}
      />
    </section>
  );
}
