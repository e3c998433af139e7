import type { Schemas } from '../../client/api.ts';
import { SwitchRow } from '../../parts/switch-row.tsx';
import { useSay } from '../../say.tsx';
import style from './privacy.module.css';
import { GROUPS, type Setting } from './switches.ts';

/** Every switch with what goes with it: of everywhere, or of one club, where what is off everywhere cannot be opened. */
export function SwitchList(props: {
  readonly general: Schemas['PrivacySettings'];
  /** What is closed for the club; null: these are the general ones. */
  readonly closed: Schemas['MembershipPrivacy'] | null;
  /** Whose switches they are, above the first group. */
  readonly title: string;
  readonly turned: Setting | null;
  readonly onTurn: (setting: Setting, isOn: boolean) => void;
}) {
  const { general, closed, title, turned, onTurn } = props;
  const say = useSay();
  const groups = closed === null ? GROUPS : GROUPS.filter(({ name }) => name !== 'beyond');
  return groups.map(({ name, settings }) => (
    <section key={name} className={style.group}>
      <h2>{name === 'clubs' ? title : say(`privacy.group.${name}`)}</h2>
      {settings.map((setting) => {
        const isOffEverywhere = closed !== null && !general[setting];
        return (
          <SwitchRow
            key={setting}
            label={say(`privacy.switch.${setting}`)}
            hint={isOffEverywhere ? say('privacy.offEverywhere') : say(`privacy.with.${setting}`)}
            isOn={general[setting] && closed?.[setting] !== false}
            isDisabled={isOffEverywhere}
            isMarked={turned === setting}
            onChange={(isOn) => onTurn(setting, isOn)}
          />
        );
      })}
    </section>
  ));
}
