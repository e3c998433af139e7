import { ChevronsUpDown } from 'lucide-react';
import { useNavigate } from 'react-router';
import { MenuButton } from '../parts/menu-button.tsx';
import { Sash, usableSash } from '../parts/sash.tsx';
import { useSay } from '../say.tsx';
import { coachedBy, isCoachAccount, useSession } from '../session/session.tsx';
import style from './organization-switch.module.css';
import { NEW_ORGANIZATION, useRole } from './role.ts';

const RUN = 'run';

/** As what one is here; who coaches and runs, or coaches several organizations, changes it here. */
export function OrganizationSwitch() {
  const say = useSay();
  const session = useSession();
  const { coaches } = useRole();
  const navigate = useNavigate();
  const coached = coachedBy(session);
  const current = coaches?.org_name ?? say('shell.role.run');
  const mayFound = isCoachAccount(session);
  const go = (id: string, label: string, path: string) => ({ id, label, act: () => void navigate(path) });
  if (coached.length === 0 && !mayFound) {
    return (
      <div className={style.current}>
        <Sash />
        <span className={style.name}>Ekiden</span>
      </div>
    );
  }
  return (
    <MenuButton
      label={say('shell.role.switch', { current })}
      className={style.current}
      placement="bottom start"
      sections={() => [
        {
          chosen: [coaches?.org_id ?? RUN],
          actions: [
            ...coached.map(({ org_id, org_name }) => go(org_id, org_name, `/o/${org_id}/triage`)),
            go(RUN, say('shell.role.run'), '/today'),
            ...(mayFound ? [go('new', say('shell.newOrganization'), NEW_ORGANIZATION)] : []),
          ],
        },
      ]}
    >
      <Sash color={usableSash(coaches?.sash_color)} />
      <span className={style.name}>{current}</span>
      <ChevronsUpDown size={14} className={style.chevrons} aria-hidden="true" />
    </MenuButton>
  );
}
