import { ChevronLeft, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useKeys } from '../../keys/keys.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { ComboField } from '../../parts/combo-field.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { RowMenu } from '../../parts/menu-button.tsx';
import { Empty, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { GroupDialog } from './group-dialog.tsx';
import { type Group, useGroups, useGroupWrites } from './groups-data.ts';
import { nameOfMember, useMembers } from './members-data.ts';
import { useStanding } from './organization.ts';
import { Part, PartFailure, useSome, WriteButton } from './part.tsx';
import style from './settings.module.css';

/** The groups of the club, or one of them with who is in it. */
export function Screen() {
  const { group } = useParams();
  return group === undefined ? <Groups /> : <OneGroup id={group} />;
}

/** `new`: one that is to be made. */
type Edited = Group | 'new' | null;

function Groups() {
  const say = useSay();
  const { groups, isPending, error, refetch } = useGroups();
  const { role } = useStanding();
  const [edited, setEdited] = useState<Edited>(null);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  useKeys(role === null ? [] : [{ key: 'n', does: say('settings.groups.new'), act: () => setEdited('new') }]);
  const make = (
    <WriteButton onPress={() => setEdited('new')}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {say('settings.groups.new')} <KeyHint of="n" />
    </WriteButton>
  );
  return (
    <Part
      title={say('settings.part.groups')}
      lead={say('settings.groups.lead')}
      actions={role !== null && make}
    >
      {isPending && <Waiting rows={4} />}
      {error !== null && groups === undefined && (
        <PartFailure
          error={error}
          what={say('settings.groups.failed')}
          whose={say('settings.whose.coaches')}
          retry={() => void refetch()}
        />
      )}
      {groups?.length === 0 && <Empty>{say('settings.groups.empty')}</Empty>}
      {groups !== undefined && groups.length > 0 && (
        <table className={style.table}>
          <thead>
            <tr>
              <th>{say('settings.groups.column.name')}</th>
              <th>{say('settings.groups.column.description')}</th>
              <th>{say('settings.groups.column.members')}</th>
              <th>
                <span className="spoken">{say('settings.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <Row key={group.id} group={group} edit={setEdited} confirm={setAsked} />
            ))}
          </tbody>
        </table>
      )}
      <GroupDialog edited={edited} onClose={() => setEdited(null)} />
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </Part>
  );
}

function Row(props: {
  readonly group: Group;
  readonly edit: (group: Group) => void;
  readonly confirm: (asked: Confirmation) => void;
}) {
  const { group, edit, confirm } = props;
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const { role } = useStanding();
  const deletion = useDeletion();
  const { id, name, description, color, member_count } = group;
  const path = `/o/${org_id}/settings/groups/${id}`;
  return (
    <tr>
      <td>
        <span className={style.who}>
          <i className={style.dot} style={color === null ? {} : { background: color }} />
          <Link to={path}>{name}</Link>
        </span>
      </td>
      <td className="second">{description}</td>
      <td data-label={say('settings.groups.column.members')}>{member_count}</td>
      <td className={style.actions}>
        {role !== null && (
          <RowMenu
            label={say('settings.members.actions', { name })}
            actions={[
              { id: 'members', label: say('settings.groups.members'), act: () => void navigate(path) },
              { id: 'edit', label: say('settings.members.edit'), act: () => edit(group) },
              {
                id: 'delete',
                label: say('settings.groups.delete.dots'),
                act: () => confirm(deletion(group)),
              },
            ]}
          />
        )}
      </td>
    </tr>
  );
}

function useDeletion(): (group: Group) => Confirmation {
  const say = useSay();
  const { remove } = useGroupWrites();
  return (group) => ({
    title: say('settings.groups.delete.title', { name: group.name }),
    text: say('settings.groups.delete.text', { count: group.member_count }),
    verb: say('settings.groups.delete'),
    act: () => remove(group),
  });
}

function OneGroup({ id }: { readonly id: string }) {
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const { groups, isPending, isFetching, error, refetch } = useGroups();
  const { role } = useStanding();
  const deletion = useDeletion();
  const [edited, setEdited] = useState<Edited>(null);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const group = groups?.find((one) => one.id === id);
  const remove = (found: Group): void => {
    const question = deletion(found);
    setAsked({
      ...question,
      act: async () => {
        await question.act();
        void navigate(`/o/${org_id}/settings/groups`);
      },
    });
  };
  return (
    <Part
      title={group?.name ?? say('settings.part.groups')}
      lead={group?.description}
      actions={
        group !== undefined &&
        role !== null && (
          <>
            <WriteButton onPress={() => setEdited(group)}>{say('settings.members.edit')}</WriteButton>
            <WriteButton look="quiet" onPress={() => remove(group)}>
              {say('settings.groups.delete.dots')}
            </WriteButton>
          </>
        )
      }
    >
      <p className="small">
        <Link to={`/o/${org_id}/settings/groups`} className={style.up}>
          <ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" />
          {say('settings.groups.all')}
        </Link>
      </p>
      {isPending && <Waiting rows={4} />}
      {error !== null && groups === undefined && (
        <PartFailure
          error={error}
          what={say('settings.groups.failed')}
          whose={say('settings.whose.coaches')}
          retry={() => void refetch()}
        />
      )}
      {groups !== undefined && group === undefined && !isFetching && (
        <Empty>{say('settings.groups.gone')}</Empty>
      )}
      {group !== undefined && <InIt group={group} mayChange={role !== null} />}
      <GroupDialog edited={edited} onClose={() => setEdited(null)} />
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </Part>
  );
}

/** Who is in a group. Adding and taking out shows at once, and can be undone. */
function InIt({ group, mayChange }: { readonly group: Group; readonly mayChange: boolean }) {
  const say = useSay();
  const { members, isPending, error, refetch } = useMembers();
  const { addMember, removeMember } = useGroupWrites();
  const inIt = new Set(group.members);
  const named = (members ?? []).map((member) => ({
    id: member.user_id,
    name: nameOfMember(member),
    ...(member.username !== null && { beside: member.username }),
  }));
  const { some, more } = useSome(named.filter(({ id }) => inIt.has(id)));
  return (
    <>
      {mayChange && (
        <div className={style.form}>
          <ComboField
            label={say('settings.groups.add')}
            items={named.filter(({ id }) => !inIt.has(id))}
            onChoose={(member) => void addMember(group, member)}
            placeholder={say('settings.groups.add.placeholder')}
            none={say('settings.groups.add.none')}
            isDisabled={isPending}
          />
        </div>
      )}
      {isPending && <Waiting rows={4} />}
      {error !== null && members === undefined && (
        <PartFailure
          error={error}
          what={say('settings.members.failed')}
          whose={say('settings.whose.coaches')}
          retry={() => void refetch()}
        />
      )}
      {members !== undefined && group.members.length === 0 && <Empty>{say('settings.groups.nobody')}</Empty>}
      <ul aria-label={group.name} className={style.people}>
        {some.map(({ id, name, beside }) => (
          <li key={id} className={style.person}>
            <Avatar name={name} size="small" />
            <span className="strong">{name}</span>
            <span className="third small">{beside}</span>
            {mayChange && (
              <Button
                look="quiet"
                size="small"
                aria-label={say('settings.groups.takeOut', { name })}
                onPress={({ target }) => {
                  focusBeside(target);
                  void removeMember(group, { id, name });
                }}
              >
                <X size={16} strokeWidth={1.75} aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** The row is about to go: who takes out several by keyboard goes on at the next, or the one before. */
function focusBeside(button: Element): void {
  const row = button.closest('li');
  (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus();
}
