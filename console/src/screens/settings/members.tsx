import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { fold } from '../../fold.ts';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { Choose } from '../../parts/choose.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { type MenuAction, RowMenu } from '../../parts/menu-button.tsx';
import { Empty, Waiting } from '../../parts/states.tsx';
import { useTypedAddress } from '../../parts/use-address.ts';
import { useSay } from '../../say.tsx';
import { AskMemberDialog, EditMemberDialog } from './member-dialogs.tsx';
import table from './members.module.css';
import { type Member, nameOfMember, useMembers, useMemberWrites, useOffered } from './members-data.ts';
import { useCoaches, useStanding, useWhen } from './organization.ts';
import { Part, PartFailure, WriteButton } from './part.tsx';

const STATUSES = ['all', 'active', 'inactive', 'suspended', 'pending'] as const;
type StatusFilter = (typeof STATUSES)[number];
const ROW_PX = 48;

/** Who is on the roster, as what, and who was asked to be. */
export function Screen() {
  const say = useSay();
  const format = useFormat();
  const { search, typed, set: put, type } = useTypedAddress();
  const [isAsking, setAsking] = useState(false);
  const [editing, setEditing] = useState<Member | null>(null);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const { role } = useStanding();
  const filter = useRef<HTMLDivElement>(null);
  const status = STATUSES.find((one) => one === search.get('status')) ?? 'all';
  const roster = useMembers();
  const offered = useOffered();
  const list = status === 'pending' ? offered : roster;
  const shown = useMemo(() => find(list.members ?? [], status, typed), [list.members, status, typed]);
  useKeys([
    {
      key: '/',
      does: say('settings.members.filter'),
      act: () => filter.current?.querySelector('input')?.focus(),
    },
    ...(role === null ? [] : [{ key: 'n', does: say('settings.members.ask'), act: () => setAsking(true) }]),
  ]);
  return (
    <Part
      title={say('settings.part.members')}
      lead={say('settings.members.lead')}
      actions={
        role !== null && (
          <WriteButton onPress={() => setAsking(true)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('settings.members.ask')} <KeyHint of="n" />
          </WriteButton>
        )
      }
    >
      <div className={table.filters}>
        <div ref={filter} className={table.typed}>
          <Field
            label={say('settings.members.filter')}
            labelIsSpoken
            placeholder={say('settings.members.filter')}
            value={typed}
            onChange={type}
          />
        </div>
        <div className={table.status}>
          <Choose<StatusFilter>
            label={say('settings.members.status')}
            labelIsSpoken
            value={status}
            onChange={(value) => put('status', value === 'all' ? '' : value)}
            options={STATUSES.map((value) => ({
              value,
              label:
                value === 'pending' && offered.count !== undefined
                  ? say('settings.members.show.pendingCount', { count: offered.count })
                  : say(`settings.members.show.${value}`),
            }))}
          />
        </div>
        <p className="small third" role="status">
          {list.members !== undefined &&
            say('settings.members.count', { count: shown.length, shown: format.number(shown.length) })}
        </p>
      </div>
      {list.isPending && <Waiting rows={10} />}
      {list.isError && list.members === undefined && (
        <PartFailure
          error={list.error}
          what={say('settings.members.failed')}
          whose={say('settings.whose.coaches')}
          retry={() => void list.refetch()}
        />
      )}
      {list.members !== undefined && shown.length === 0 && (
        <Empty>
          {typed === '' ? say(`settings.members.empty.${status}`) : say('settings.members.none', { typed })}
        </Empty>
      )}
      {shown.length > 0 && <Rows members={shown} edit={setEditing} confirm={setAsked} />}
      <EditMemberDialog member={editing} onClose={() => setEditing(null)} />
      <AskMemberDialog isOpen={isAsking} onClose={() => setAsking(false)} />
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </Part>
  );
}

function find(members: readonly Member[], status: StatusFilter, typed: string): readonly Member[] {
  const wanted = fold(typed.trim());
  return members.filter(
    (member) =>
      (status === 'all' || member.status === status) &&
      (wanted === '' ||
        [member.display_name, member.username, member.member_level, ...member.labels].some(
          (text) => text !== null && fold(text).includes(wanted),
        )),
  );
}

type RowProps = {
  readonly edit: (member: Member) => void;
  readonly confirm: (asked: Confirmation) => void;
};

function Rows({ members, edit, confirm }: RowProps & { readonly members: readonly Member[] }) {
  const say = useSay();
  const rows = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: members.length,
    getScrollElement: () => rows.current,
    estimateSize: () => ROW_PX,
    // On a phone a row is as high as what it says.
    measureElement: (row) => row.getBoundingClientRect().height,
    overscan: 12,
  });
  const go = (step: number): void => {
    const at = Number(document.activeElement?.closest('[data-index]')?.getAttribute('data-index') ?? -1);
    const to = Math.max(0, Math.min(members.length - 1, at + step));
    virtual.scrollToIndex(to);
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)?.focus(),
    );
  };
  useKeys([
    { key: 'j', does: say('settings.key.next'), act: () => go(1) },
    { key: 'k', does: say('settings.key.previous'), act: () => go(-1) },
  ]);
  return (
    <div className={table.scroller} ref={rows}>
      <table className={table.table} aria-rowcount={members.length + 1}>
        <caption className="spoken">{say('settings.part.members')}</caption>
        <thead>
          <tr aria-rowindex={1} className={table.head}>
            {(['name', 'level', 'labels', 'coach', 'since', 'status'] as const).map((column) => (
              <th key={column} scope="col" className={table[column]}>
                {say(`settings.members.column.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="spoken">{say('settings.column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }} className={table.rows}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const member = members[index];
            return member === undefined ? null : (
              <tr
                key={member.user_id}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={table.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Cells member={member} edit={edit} confirm={confirm} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Cells({ member, edit, confirm }: RowProps & { readonly member: Member }) {
  const say = useSay();
  const when = useWhen();
  const coaches = useCoaches();
  const { role } = useStanding();
  const actions = useActions(member, { edit, confirm });
  const name = useShownName(member);
  const isPending = member.status === 'pending';
  const since = member.joined_at ?? member.offered_at;
  const coach = coaches.find(({ user_id }) => user_id === member.coach_id)?.name;
  return (
    <>
      <td>
        <span className={table.name}>
          <Avatar name={name} size="small" />
          {role === null || isPending ? (
            <span className={table.text}>{name}</span>
          ) : (
            <button type="button" className={table.open} onClick={() => edit(member)}>
              {name}
            </button>
          )}
        </span>
      </td>
      <td className={table.level}>{member.member_level}</td>
      <td className={table.labels} title={member.labels.join(', ')}>
        {member.labels.join(', ')}
      </td>
      <td className={table.coach}>{coach}</td>
      <td className={table.since}>{since !== null && since !== undefined && when.day(since)}</td>
      <td className={table.status} data-status={member.status}>
        {say(`settings.members.is.${member.status}`)}
      </td>
      <td className={table.menu}>
        {role !== null && <RowMenu label={say('settings.members.actions', { name })} actions={actions} />}
      </td>
    </>
  );
}

/** Who was asked has no name here before they accept: their id tells them apart. */
function useShownName(member: Member): string {
  const say = useSay();
  if (member.display_name === null && member.username === null)
    return say('settings.members.nameless', { id: member.user_id.slice(-8) });
  return nameOfMember(member);
}

function useActions(member: Member, { edit, confirm }: RowProps): readonly MenuAction[] {
  const say = useSay();
  const { changeAtOnce, remove } = useMemberWrites();
  const name = useShownName(member);
  if (member.status === 'pending') {
    const withdraw: Confirmation = {
      title: say('settings.members.withdraw.title', { name }),
      text: say('settings.members.withdraw.text'),
      verb: say('settings.members.withdraw'),
      act: () => remove(member),
    };
    return [{ id: 'withdraw', label: say('settings.members.withdraw'), act: () => confirm(withdraw) }];
  }
  const removal: Confirmation = {
    title: say('settings.members.remove.title', { name }),
    text: say('settings.members.remove.text'),
    verb: say('settings.members.remove'),
    act: () => remove(member),
  };
  return [
    { id: 'edit', label: say('settings.members.edit'), act: () => edit(member) },
    ...(['active', 'inactive', 'suspended'] as const)
      .filter((status) => status !== member.status)
      .map((status) => ({
        id: status,
        label: say(`settings.members.make.${status}`),
        act: () => void changeAtOnce(member, { status }, say(`settings.members.made.${status}`, { name })),
      })),
    { id: 'remove', label: say('settings.members.remove.dots'), act: () => confirm(removal) },
  ];
}
