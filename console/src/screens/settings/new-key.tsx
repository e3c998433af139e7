import { useEffect, useState } from 'react';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { faultOf, useForm } from './form.tsx';
import { KeySight } from './key-sight.tsx';
import { type MadeKey, SCOPES, type Scope, useKeyWrites, wordOf } from './keys-data.ts';
import { useWhen } from './organization.ts';
import { WriteButton } from './part.tsx';
import style from './security.module.css';
import settings from './settings.module.css';

const LIVES = ['month', 'quarter', 'year', 'endless'] as const;
type Life = (typeof LIVES)[number];
const DAYS: Readonly<Record<Exclude<Life, 'endless'>, number>> = { month: 30, quarter: 90, year: 365 };
const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL: readonly Scope[] = ['org:read', 'athletes:read'];

/** A new key, below the others, so that one sees which there are. It ends after 90 days unless somebody wants it otherwise. */
export function NewKey(props: { readonly onClose: () => void; readonly onMade: (key: MadeKey) => void }) {
  const { onClose, onMade } = props;
  const say = useSay();
  const { create } = useKeyWrites();
  const [name, setName] = useState('');
  const [life, setLife] = useState<Life>('quarter');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(USUAL));
  const chosen = SCOPES.filter((scope) => scopes.has(scope));
  useFocusBack();
  const form = useForm(async () => {
    onMade(await create({ name: name.trim(), scopes: chosen, expires_at: endOf(life) }));
  });
  useKeys([{ key: 'Escape', does: say('shell.cancel'), act: onClose }]);
  const turn = (scope: Scope): void =>
    setScopes((before) => {
      const after = new Set(before);
      if (!after.delete(scope)) after.add(scope);
      return after;
    });
  return (
    <form className={settings.panel} onSubmit={form.submit} aria-label={say('security.new')}>
      <div className={settings.panelHead}>
        <h2 className={style.title}>{say('security.new')}</h2>
        <Button look="quiet" size="small" onPress={onClose}>
          {say('shell.cancel')} <KeyHint of="Escape" />
        </Button>
      </div>
      <div className={style.form}>
        <div className={style.column}>
          <Field
            label={say('security.name')}
            hint={say('security.name.hint')}
            value={name}
            onChange={setName}
            maxLength={100}
            isRequired
            autoFocus
            autoComplete="off"
            fault={faultOf(form.error, 'name')}
          />
          <LifeChoice life={life} onChange={setLife} />
        </div>
        <fieldset className={settings.fieldset}>
          <legend className={settings.legend}>{say('security.column.scopes')}</legend>
          <div className={style.scopes}>
            {SCOPES.map((scope) => (
              <label key={scope} className={style.scope}>
                <input type="checkbox" checked={scopes.has(scope)} onChange={() => turn(scope)} />
                <span>
                  <span className="strong">{say(`security.scope.${wordOf(scope)}`)}</span>{' '}
                  <code className={style.code}>{scope}</code>
                  <span className={`small third ${settings.below}`}>
                    {say(`security.scope.text.${wordOf(scope)}`)}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={style.end}>
          <h3>{say('security.sees')}</h3>
          {chosen.length === 0 ? (
            <p className="small second">{say('security.noScope')}</p>
          ) : (
            <>
              <p className="small second">{say('security.ceiling')}</p>
              <KeySight scopes={chosen} />
            </>
          )}
          {form.error !== undefined && (
            <p className="fault small" role="alert">
              {reasonOf(form.error, say)}
            </p>
          )}
          <WriteButton
            look="main"
            type="submit"
            isDisabled={name.trim() === '' || scopes.size === 0 || form.isBusy}
          >
            {say('security.make')}
          </WriteButton>
        </div>
      </div>
    </form>
  );
}

function LifeChoice({ life, onChange }: { readonly life: Life; readonly onChange: (life: Life) => void }) {
  const say = useSay();
  const when = useWhen();
  const end = endOf(life);
  return (
    <div className={settings.fieldset}>
      <span className={settings.legend}>{say('security.column.ends')}</span>
      <Choice
        label={say('security.column.ends')}
        value={life}
        onChange={onChange}
        options={LIVES.map((value) => ({ value, label: say(`security.lives.${value}`) }))}
      />
      <p className="small third">
        {end === null ? say('security.life.endless') : say('security.life.until', { day: when.longDay(end) })}
      </p>
    </div>
  );
}

function endOf(life: Life): string | null {
  return life === 'endless' ? null : new Date(Date.now() + DAYS[life] * DAY_MS).toISOString();
}

/** Whoever leaves the form by keyboard is again where they were, unless the focus has a better place. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
}
