import { Button as MenuButton } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import button from '../../parts/button.module.css';
import menu from '../../parts/menu.module.css';
import { useSay } from '../../say.tsx';
import { type Choosable, COLUMNS, type Order, SORTABLE, type Sortable } from './columns.ts';
import style from './roster.module.css';

const CHOOSABLE = COLUMNS.filter((column): column is Choosable => column !== 'name');

/** By what to sort and which columns to see, without a pointer. */
export function ViewMenus(props: {
  readonly order: Order;
  readonly sortBy: (column: Sortable) => void;
  readonly columns: ReadonlySet<Choosable>;
  readonly onColumns: (columns: ReadonlySet<Choosable>) => void;
}) {
  const { order, sortBy, columns, onColumns } = props;
  const say = useSay();
  return (
    <div className={style.menus}>
      <MenuTrigger>
        <MenuButton className={button.button ?? ''}>{say('roster.sort')}</MenuButton>
        <Popover className={menu.popover ?? ''} placement="bottom end">
          <Menu
            className={menu.menu ?? ''}
            aria-label={say('roster.sort')}
            selectionMode="single"
            selectedKeys={[order.column]}
            onAction={(key) => sortBy(key as Sortable)}
          >
            {SORTABLE.map((column) => (
              <MenuItem key={column} id={column} className={menu.item ?? ''}>
                {say(`roster.column.${column}`)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <MenuTrigger>
        <MenuButton className={button.button ?? ''}>{say('roster.columns')}</MenuButton>
        <Popover className={menu.popover ?? ''} placement="bottom end">
          <Menu
            className={menu.menu ?? ''}
            aria-label={say('roster.columns')}
            selectionMode="multiple"
            selectedKeys={columns}
            onSelectionChange={(keys) =>
              onColumns(new Set(CHOOSABLE.filter((column) => keys === 'all' || keys.has(column))))
            }
          >
            {CHOOSABLE.map((column) => (
              <MenuItem
                key={column}
                id={column}
                className={menu.item ?? ''}
                textValue={say(`roster.column.${column}`)}
              >
                {({ isSelected }) => (
                  <>
                    <span className={style.tick} aria-hidden="true">
                      {isSelected ? '✓' : ''}
                    </span>
                    {say(`roster.column.${column}`)}
                  </>
                )}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
