import { MoreHorizontal } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import menu from './menu.module.css';
import style from './row-menu.module.css';

export type RowAction = { readonly id: string; readonly label: string; readonly act: () => void };

/** What can be done with a row, behind three dots. */
export function RowMenu({
  label,
  actions,
}: {
  readonly label: string;
  readonly actions: readonly RowAction[];
}) {
  return (
    <MenuTrigger>
      <Button className={style.button ?? ''} aria-label={label}>
        <MoreHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <Menu className={menu.menu ?? ''} onAction={(key) => actions.find(({ id }) => id === key)?.act()}>
          {actions.map((action) => (
            <MenuItem key={action.id} id={action.id} className={menu.item ?? ''}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
