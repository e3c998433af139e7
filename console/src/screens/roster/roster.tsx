import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useKeys } from '../../keys/keys.tsx';
import { noteAthleteList } from '../../parts/athlete-list.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { matches, readFilter } from '../../parts/people/filter.ts';
import { type Person, usePeople } from '../../parts/people/people.ts';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useTypedAddress } from '../../parts/use-address.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { BulkBar } from './bulk-bar.tsx';
import {
  type Choosable,
  keepColumns,
  keptColumns,
  readOrder,
  type Sortable,
  sortPeople,
  writeOrder,
} from './columns.ts';
import { FilterSheet } from './filter-sheet.tsx';
import { Invite } from './invite.tsx';
import style from './roster.module.css';
import { RosterGrid } from './roster-grid.tsx';
import { ViewMenus } from './view-menus.tsx';

/** Everybody whom one coaches, to find and to compare. What an athlete withholds is a dot, and counts against nobody. */
export function Screen() {
  const say = useSay();
  const org_id = useOrgId();
  const { search, typed, set, type, endTyping } = useTypedAddress();
  const field = useRef<HTMLDivElement>(null);
  const people = usePeople(org_id);
  const order = readOrder(search.get('sort'));
  const shown = useShown(people.data, typed, search.get('group'), search.get('sort'));
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [columns, setColumns] = useState(keptColumns);
  const [isSheetOpen, openSheet] = useState(false);
  const chosen = useMemo(
    () => shown?.filter(({ user_id }) => selected.has(user_id)) ?? [],
    [shown, selected],
  );
  const { unknown } = readFilter(typed);
  const change = (next: ReadonlySet<Choosable>): void => {
    keepColumns(next);
    setColumns(next);
  };
  const sortBy = (column: Sortable): void =>
    set('sort', writeOrder({ column, isDescending: order.column === column && !order.isDescending }));
  useKeys([
    { key: '/', does: say('roster.filter'), act: () => field.current?.querySelector('input')?.focus() },
    ...(chosen.length === 0
      ? []
      : [{ key: 'Escape', does: say('roster.bulk.clear'), act: () => select(new Set()) }]),
  ]);
  return (
    <>
      <PageHead title={say('roster.title')} beside={shown?.length}>
        <div ref={field} className={style.filter}>
          <Field
            label={say('roster.filter')}
            labelIsSpoken
            placeholder={say('roster.placeholder')}
            value={typed}
            onChange={type}
            onBlur={endTyping}
          />
        </div>
        <div className={style.sheetButton}>
          <Button onPress={() => openSheet(true)}>{say('roster.sheet.title')}</Button>
        </div>
        <ViewMenus order={order} sortBy={sortBy} columns={columns} onColumns={change} />
      </PageHead>
      <FilterSheet
        isOpen={isSheetOpen}
        onClose={() => openSheet(false)}
        people={people.data ?? []}
        groups={people.groups}
        typed={typed}
        onType={(text) => set('q', text)}
        order={order}
        sortBy={sortBy}
      />
      {unknown.length > 0 && (
        <p className={`small ${style.line}`} role="status">
          {say('roster.unknown', { typed: unknown.join(' ') })}
        </p>
      )}
      {chosen.length > 0 && (
        <BulkBar org_id={org_id} people={chosen} groups={people.groups} onClear={() => select(new Set())} />
      )}
      {people.metrics.isPending && <Waiting rows={12} />}
      {people.metrics.isError && (
        <Failure
          error={people.metrics.error}
          what={say('roster.failed')}
          retry={() => void people.metrics.refetch()}
        />
      )}
      {people.members.isError && (
        <Failure
          error={people.members.error}
          what={say('roster.membersFailed')}
          retry={() => void people.members.refetch()}
        />
      )}
      {people.weeks.isError && (
        <Failure
          error={people.weeks.error}
          what={say('roster.weeksFailed')}
          retry={() => void people.weeks.refetch()}
        />
      )}
      {people.data?.length === 0 && <Invite org_id={org_id} />}
      {people.data !== undefined && people.data.length > 0 && shown?.length === 0 && (
        <Empty action={<Button onPress={() => set('q', '', 'group')}>{say('roster.showAll')}</Button>}>
          {say('roster.none', { typed })}
        </Empty>
      )}
      {shown !== undefined && shown.length > 0 && (
        <RosterGrid
          people={shown}
          week_start={people.week_start}
          columns={columns}
          order={order}
          sortBy={sortBy}
          selected={selected}
          onSelect={select}
        />
      )}
    </>
  );
}

function useShown(
  people: readonly Person[] | undefined,
  typed: string,
  group_id: string | null,
  sort: string | null,
): readonly Person[] | undefined {
  // What is typed is seen at once; the rows follow.
  const filtered = useDeferredValue(typed);
  const sorted = useMemo(() => people && sortPeople(people, readOrder(sort)), [people, sort]);
  const shown = useMemo(() => {
    const filter = readFilter(filtered);
    return sorted?.filter(
      (person) =>
        matches(person, filter) && (group_id === null || person.groups.some(({ id }) => id === group_id)),
    );
  }, [sorted, filtered, group_id]);
  useEffect(() => {
    if (shown !== undefined) noteAthleteList(shown.map(({ user_id }) => user_id));
  }, [shown]);
  return shown;
}
