import { ListFilter } from 'lucide-react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../../parts/button.tsx';
import menu from '../../parts/menu.module.css';
import { useSay } from '../../say.tsx';
import style from './calendar.module.css';
import { useGroups } from './calendar-data.ts';
import { SECTIONS, type Sections } from './sections.ts';

const ALL = 'all';

/** Whose weeks are shown, and how they are grouped. Both stand in the address. */
export function WhoMenu(props: {
  readonly group_id: string | null;
  readonly sections: Sections;
  readonly set: (name: string, value: string) => void;
}) {
  const { group_id, sections, set } = props;
  const say = useSay();
  const groups = useGroups();
  const name = groups.find(({ id }) => id === group_id)?.name ?? say('calendar.who.all');
  return (
    <MenuTrigger>
      <Button>
        <ListFilter size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={style.who}>{name}</span>
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <Menu className={menu.menu ?? ''} aria-label={say('calendar.who')}>
          <MenuSection
            selectionMode="single"
            selectedKeys={[group_id ?? ALL]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const [key] = keys;
              set('group', key === ALL || key === undefined ? '' : String(key));
            }}
          >
            <Header className={style.menuHead ?? ''}>{say('calendar.who')}</Header>
            {[{ id: ALL, name: say('calendar.who.all') }, ...groups].map((group) => (
              <MenuItem key={group.id} id={group.id} className={menu.item ?? ''} textValue={group.name}>
                {group.name}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            selectedKeys={[sections]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const [key] = keys;
              set('by', key === SECTIONS[0] || key === undefined ? '' : String(key));
            }}
          >
            <Header className={style.menuHead ?? ''}>{say('calendar.sections')}</Header>
            {SECTIONS.map((one) => (
              <MenuItem key={one} id={one} className={menu.item ?? ''}>
                {say(`calendar.sections.${one}`)}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
