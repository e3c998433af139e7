import { MenuButton } from '../../parts/menu-button.tsx';
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
  const named = (column: Sortable | Choosable) => ({ id: column, label: say(`roster.column.${column}`) });
  const toggle = (column: Choosable): void =>
    onColumns(new Set(CHOOSABLE.filter((one) => (one === column) !== columns.has(one))));
  return (
    <div className={style.menus}>
      <MenuButton
        label={say('roster.sort')}
        hasOwnWords
        sections={() => [
          {
            chosen: [order.column],
            actions: SORTABLE.map((column) => ({ ...named(column), act: () => sortBy(column) })),
          },
        ]}
      >
        {say('roster.sort')}
      </MenuButton>
      <MenuButton
        label={say('roster.columns')}
        hasOwnWords
        sections={() => [
          {
            chosen: columns,
            takesSeveral: true,
            actions: CHOOSABLE.map((column) => ({ ...named(column), act: () => toggle(column) })),
          },
        ]}
      >
        {say('roster.columns')}
      </MenuButton>
    </div>
  );
}
