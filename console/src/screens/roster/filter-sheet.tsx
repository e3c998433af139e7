import { fold } from '../../fold.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import type { Group, Person } from '../../parts/people/people.ts';
import { useSay } from '../../say.tsx';
import { type Order, SORTABLE, type Sortable } from './columns.ts';
import style from './roster.module.css';

type Choice = {
  readonly people: readonly Person[];
  readonly groups: readonly Group[];
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly order: Order;
  readonly sortBy: (column: Sortable) => void;
};

/** On a phone: filters to press instead of to type, and the order. */
export function FilterSheet({
  isOpen,
  onClose,
  ...choice
}: Choice & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog title={say('roster.sheet.title')} isOpen={isOpen} onClose={onClose}>
      <Choices {...choice} />
      <DialogButtons>
        <Button look="main" onPress={onClose}>
          {say('roster.sheet.done')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The filters and the order. A component of its own, so that levels are gathered from all athletes only while the sheet is open. */
function Choices({ people, groups, typed, onType, order, sortBy }: Choice) {
  const say = useSay();
  const levels = [...new Set(people.flatMap(({ metrics }) => metrics.member_level ?? []))].toSorted();
  const toggle = (term: string): void =>
    onType(
      typed.includes(term)
        ? typed.replace(term, '').replaceAll(/\s+/g, ' ').trim()
        : `${typed} ${term}`.trim(),
    );
  const term = (key: string, value: string): string =>
    value.includes(' ') ? `${key}:"${fold(value)}"` : `${key}:${fold(value)}`;
  const choice = (label: string, written: string) => (
    <Button
      key={written}
      look={typed.includes(written) ? 'main' : 'plain'}
      aria-pressed={typed.includes(written)}
      onPress={() => toggle(written)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div className={style.choices}>
        {levels.map((level) => choice(level, term('level', level)))}
        {groups.map(({ name }) => choice(name, term('group', name)))}
        {choice(say('roster.sheet.noPlan'), 'no:plan')}
        {choice(say('roster.sheet.noConnection'), 'no:connection')}
      </div>
      <label className={style.order}>
        <span className="small strong">{say('roster.sort')}</span>
        <select value={order.column} onChange={({ target }) => sortBy(target.value as Sortable)}>
          {SORTABLE.map((column) => (
            <option key={column} value={column}>
              {say(`roster.column.${column}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
