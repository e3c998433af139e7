import { ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router';
import menu from '../parts/menu.module.css';
import { Sash, usableSash } from '../parts/sash.tsx';
import { useSay } from '../say.tsx';
import { coachedBy, isCoachAccount, useSession } from '../session/session.tsx';
import style from './organization-switch.module.css';
import { NEW_ORGANIZATION, useRole } from './role.ts';

const RUN = 'run';
const NEW = 'new';

function pathOf(key: string): string {
  if (key === NEW) return NEW_ORGANIZATION;
  return key === RUN ? '/today' : `/o/${key}/triage`;
}

/** As what one is here; who coaches and runs, or coaches several organizations, changes it here. */
export function OrganizationSwitch() {
  const say = useSay();
  const session = useSession();
  const { coaches } = useRole();
  const navigate = useNavigate();
  const coached = coachedBy(session);
  const current = coaches?.org_name ?? say('shell.role.run');
  const mayFound = isCoachAccount(session);
  if (coached.length === 0 && !mayFound) {
    return (
      <div className={style.current}>
        <Sash />
        <span className={style.name}>Ekiden</span>
      </div>
    );
  }
  return (
    <MenuTrigger>
      <Button className={style.current ?? ''} aria-label={say('shell.role.switch', { current })}>
        <Sash color={usableSash(coaches?.sash_color)} />
        <span className={style.name}>{current}</span>
        <ChevronsUpDown size={14} className={style.chevrons} aria-hidden="true" />
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom start">
        <Menu
          className={menu.menu ?? ''}
          selectionMode="single"
          selectedKeys={[coaches?.org_id ?? RUN]}
          onAction={(key) => void navigate(pathOf(String(key)))}
        >
          {[
            ...coached.map(({ org_id, org_name }) => (
              <MenuItem key={org_id} id={org_id} className={menu.item ?? ''} textValue={org_name}>
                {org_name}
              </MenuItem>
            )),
            <MenuItem key={RUN} id={RUN} className={menu.item ?? ''}>
              {say('shell.role.run')}
            </MenuItem>,
            mayFound && (
              <MenuItem key={NEW} id={NEW} className={menu.item ?? ''}>
                {say('shell.newOrganization')}
              </MenuItem>
            ),
          ]}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
