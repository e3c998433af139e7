import { type FormEvent, useState } from 'react';
import { useKeyList } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Choose } from '../../parts/choose.tsx';
import columns from '../../parts/columns.module.css';
import { Field } from '../../parts/field.tsx';
import { SwitchRow } from '../../parts/switch-row.tsx';
import { TIME_ZONES } from '../../parts/time-zones.ts';
import { LANGUAGES, useLanguage, useSay } from '../../say.tsx';
import { useChangeProfile } from '../../session/change-profile.ts';
import { useSession } from '../../session/session.tsx';
import { DENSITIES, LOOKS, useDensity, useLook } from '../../style/device-settings.ts';

/** Each language in itself: whoever looks for theirs reads no other. */
const LANGUAGE_NAMES = { en: 'English', 'zh-TW': '繁體中文', ja: '日本語' } as const;
const MAX_NAME_CHARS = 100;

/** Name, language, units and clock of the person; look, density and keys of this device. */
export function Display() {
  const say = useSay();
  const { preferences } = useSession().profile;
  const change = useChangeProfile();
  const [look, setLook] = useLook();
  const [density, setDensity] = useDensity();
  const { singleKeysOff, turnSingleKeys } = useKeyList();
  return (
    <section className={columns.section}>
      <h2>{say('me.display')}</h2>
      <Name />
      <div className={columns.form}>
        <Choose
          label={say('me.language')}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={preferences.language}
          onChange={(language) => void change({ preferences: { language } }, say('me.language.changed'))}
        />
        <TimeZone />
      </div>
      <div className={columns.row}>
        <span>{say('me.units')}</span>
        <Choice
          label={say('me.units')}
          options={[
            { value: 'metric', label: say('me.units.metric') },
            { value: 'imperial', label: say('me.units.imperial') },
          ]}
          value={preferences.unit_system}
          onChange={(unit_system) => void change({ preferences: { unit_system } }, say('me.units.changed'))}
        />
      </div>
      <div className={columns.row}>
        <span>{say('me.look')}</span>
        <Choice
          label={say('me.look')}
          options={LOOKS.map((value) => ({ value, label: say(`me.look.${value}`) }))}
          value={look}
          onChange={setLook}
        />
      </div>
      <div className={columns.row}>
        <span>{say('me.density')}</span>
        <Choice
          label={say('me.density')}
          options={DENSITIES.map((value) => ({ value, label: say(`me.density.${value}`) }))}
          value={density}
          onChange={setDensity}
        />
      </div>
      <SwitchRow
        label={say('me.keys')}
        hint={say('me.keys.hint')}
        isOn={!singleKeysOff}
        onChange={(isOn) => turnSingleKeys(!isOn)}
      />
    </section>
  );
}

function Name() {
  const say = useSay();
  const { display_name, username } = useSession().profile;
  const change = useChangeProfile();
  const [typed, setTyped] = useState<string>();
  const name = typed ?? display_name ?? '';
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    const undo = await change({ display_name: wanted === '' ? null : wanted }, say('me.name.changed'));
    if (undo !== null) setTyped(undefined);
  };
  return (
    <form className={columns.form} onSubmit={(event) => void save(event)}>
      <Field
        label={say('me.name')}
        hint={say('me.name.hint', { username })}
        autoComplete="nickname"
        maxLength={MAX_NAME_CHARS}
        value={name}
        onChange={setTyped}
      />
      {typed !== undefined && typed !== (display_name ?? '') && (
        <div className={columns.buttons}>
          <Button look="main" type="submit">
            {say('me.save')}
          </Button>
          <Button look="quiet" onPress={() => setTyped(undefined)}>
            {say('shell.cancel')}
          </Button>
        </div>
      )}
    </form>
  );
}

const ZONES = TIME_ZONES.map(({ id }) => id);

function TimeZone() {
  const say = useSay();
  const language = useLanguage();
  const { timezone } = useSession().profile.preferences;
  const change = useChangeProfile();
  const zones = ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES];
  const own = Intl.DateTimeFormat(language).resolvedOptions().timeZone;
  const set = (zone: string): void =>
    void change({ preferences: { timezone: zone } }, say('me.timezone.changed', { zone }));
  return (
    <>
      <Choose
        label={say('me.timezone')}
        options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        value={timezone}
        onChange={set}
      />
      {own !== timezone && (
        <div className={columns.buttons}>
          <Button size="small" onPress={() => set(own)}>
            {say('me.timezone.device', { zone: own.replaceAll('_', ' ') })}
          </Button>
        </div>
      )}
    </>
  );
}
