import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { api, ask } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import menu from '../../parts/menu.module.css';
import { useAddress } from '../../parts/use-address.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './triage.module.css';
import type { Filter } from './use-triage.ts';

const ALL = 'all';

/** Whose athletes, and of which group: both stand in the address. */
export function Filters({ group_id, isMine }: Filter) {
  const say = useSay();
  const { set } = useAddress();
  return (
    <>
      <GroupMenu group_id={group_id} onChange={(id) => set('group', id ?? '')} />
      <Choice
        label={say('triage.whose')}
        options={[
          { value: 'everybody', label: say('triage.everybody') },
          { value: 'mine', label: say('triage.mine') },
        ]}
        value={isMine ? 'mine' : 'everybody'}
        onChange={(value) => set('of', value === 'mine' ? 'mine' : '')}
      />
    </>
  );
}

function GroupMenu(props: {
  readonly group_id: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const { group_id, onChange } = props;
  const say = useSay();
  const org_id = useOrgId();
  // The rail has asked for them already.
  const { data } = useQuery({
    queryKey: ['groups', org_id],
    queryFn: () =>
      ask(api.GET('/organizations/{org_id}/groups', { params: { path: { org_id }, query: { limit: 100 } } })),
  });
  const groups = data?.data.groups ?? [];
  if (groups.length === 0 && group_id === null) return null;
  const chosen = groups.find(({ id }) => id === group_id);
  const name =
    group_id === null
      ? say('triage.group')
      : (chosen?.name ?? (data === undefined ? '' : say('triage.group.gone')));
  return (
    <MenuTrigger>
      <Button look="quiet">
        <span className={style.group} dir="auto">
          {name}
        </span>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <Menu
          className={menu.menu ?? ''}
          selectionMode="single"
          selectedKeys={[group_id ?? ALL]}
          onAction={(key) => onChange(key === ALL ? null : String(key))}
        >
          {[
            <MenuItem key={ALL} id={ALL} className={menu.item ?? ''}>
              {say('triage.group.all')}
            </MenuItem>,
            ...groups.map((group) => (
              <MenuItem key={group.id} id={group.id} className={menu.item ?? ''} textValue={group.name}>
                {group.name}
              </MenuItem>
            )),
          ]}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
