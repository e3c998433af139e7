import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { type MenuAction, RowMenu } from '../../parts/menu-button.tsx';
import { reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { AddCoachDialog } from './add-coach.tsx';
import { type Role, useCoachWrites } from './coaches-data.ts';
import { type Organization, useCoaches, useOrganization, useStanding, useWhen } from './organization.ts';
import { Part, PartFailure, ReadOnly, WriteButton } from './part.tsx';
import style from './settings.module.css';

/** Who coaches here, as what, and who was asked to. */
export function Screen() {
  const say = useSay();
  const { data, isPending, error, refetch } = useOrganization();
  const { isHead } = useStanding();
  const [isAdding, setAdding] = useState(false);
  useKeys(isHead ? [{ key: 'n', does: say('settings.coaches.add'), act: () => setAdding(true) }] : []);
  return (
    <Part
      title={say('settings.part.coaches')}
      lead={say('settings.coaches.lead')}
      actions={
        isHead && (
          <WriteButton onPress={() => setAdding(true)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('settings.coaches.add')} <KeyHint of="n" />
          </WriteButton>
        )
      }
    >
      {isPending && <Waiting rows={3} height={56} />}
      {error !== null && data === undefined && (
        <PartFailure
          error={error}
          what={say('settings.coaches.failed')}
          whose={say('settings.whose.coaches')}
          retry={() => void refetch()}
        />
      )}
      {data !== undefined && !isHead && <ReadOnly>{say('settings.coaches.whose')}</ReadOnly>}
      {data !== undefined && <Coaches organization={data} />}
      {data !== undefined && (
        <AddCoachDialog organization={data} isOpen={isAdding} onClose={() => setAdding(false)} />
      )}
    </Part>
  );
}

function Coaches({ organization }: { readonly organization: Organization }) {
  const say = useSay();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const coaches = useCoaches();
  const head_id = organization.head_coach_user_id;
  const pending = organization.pending_coaches ?? [];
  return (
    <>
      {head_id === null && <p>{say('settings.coaches.noHead')}</p>}
      <table className={style.table}>
        <thead>
          <tr>
            <th>{say('settings.members.column.name')}</th>
            <th>{say('settings.coaches.role')}</th>
            <th>{say('settings.coaches.may')}</th>
            <th>
              <span className="spoken">{say('settings.column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {coaches.map(({ user_id, name }) => {
            const role = organization.coaches.find((one) => one.user_id === user_id)?.role ?? 'head_coach';
            return (
              <Row
                key={user_id}
                user_id={user_id}
                name={name}
                role={role}
                wasAskedToLead={pending.some((one) => one.user_id === user_id && one.role === 'head_coach')}
                confirm={setAsked}
              />
            );
          })}
          {pending
            .filter(({ user_id }) => !coaches.some((one) => one.user_id === user_id))
            .map(({ user_id, role, offered_at }) => (
              <Asked key={user_id} user_id={user_id} role={role} offered_at={offered_at} confirm={setAsked} />
            ))}
        </tbody>
      </table>
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function Row(props: {
  readonly user_id: string;
  readonly name: string;
  readonly role: Role | 'head_coach';
  readonly wasAskedToLead: boolean;
  readonly confirm: (asked: Confirmation) => void;
}) {
  const { user_id, name, role, wasAskedToLead, confirm } = props;
  const say = useSay();
  const actions = useActions(props);
  const { profile } = useSession();
  return (
    <tr>
      <td>
        <span className={style.who}>
          <Avatar name={name} size="small" />
          {user_id === profile.user_id ? say('settings.coaches.you', { name }) : name}
        </span>
      </td>
      <td data-label={say('settings.coaches.role')}>
        {say(`settings.role.${role}`)}
        {wasAskedToLead && <span className="third small"> {say('settings.coaches.askedToLead')}</span>}
      </td>
      <td className="second" data-label={say('settings.coaches.may')}>
        {say(`settings.role.may.${role}`)}
      </td>
      <td className={style.actions}>
        {actions(confirm).length > 0 && (
          <RowMenu label={say('settings.members.actions', { name })} actions={actions(confirm)} />
        )}
      </td>
    </tr>
  );
}

function useActions(props: {
  readonly user_id: string;
  readonly name: string;
  readonly role: Role | 'head_coach';
  readonly wasAskedToLead: boolean;
}): (confirm: (asked: Confirmation) => void) => readonly MenuAction[] {
  const { user_id, name, role, wasAskedToLead } = props;
  const say = useSay();
  const { isHead } = useStanding();
  const { profile } = useSession();
  const { offerUndo, tellFault, tell } = useNotices();
  const { put, remove, handOver } = useCoachWrites();
  const isSelf = user_id === profile.user_id;
  const appoint = async (to: Role, from: Role): Promise<void> => {
    try {
      await put(user_id, to);
      offerUndo({ said: say(`settings.coaches.made.${to}`, { name }), undo: () => put(user_id, from) });
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
  };
  const takeBack = async (): Promise<void> => {
    try {
      await handOver(profile.user_id);
      tell(say('settings.coaches.takenBack'));
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
  };
  return (confirm) => {
    if (role === 'head_coach') return [];
    const actions: MenuAction[] = [];
    if (isHead && role === 'assistant_coach')
      actions.push({
        id: 'admin',
        label: say('settings.coaches.make.admin'),
        act: () => void appoint('admin', role),
      });
    // Their keys end for good, so that this is asked before.
    if (isHead && role === 'admin')
      actions.push({
        id: 'assistant_coach',
        label: say('settings.coaches.make.assistant_coach.dots'),
        act: () =>
          confirm({
            title: say('settings.coaches.demote.title', { name }),
            text: say('settings.coaches.demote.text', { name }),
            verb: say('settings.coaches.make.assistant_coach'),
            act: () => put(user_id, 'assistant_coach'),
          }),
      });
    if (isHead && wasAskedToLead)
      actions.push({
        id: 'take-back',
        label: say('settings.coaches.takeBack'),
        act: () => void takeBack(),
      });
    if (isHead && !wasAskedToLead)
      actions.push({
        id: 'hand-over',
        label: say('settings.coaches.handOver.dots'),
        act: () =>
          confirm({
            title: say('settings.coaches.handOver.title', { name }),
            text: say('settings.coaches.handOver.text', { name }),
            verb: say('settings.coaches.handOver'),
            typed: { label: say('settings.typeName', { name }), text: name },
            act: () => handOver(user_id),
          }),
      });
    if (isHead || isSelf)
      actions.push({
        id: 'remove',
        label: isSelf ? say('settings.coaches.resign.dots') : say('settings.coaches.dismiss.dots'),
        act: () =>
          confirm({
            title: isSelf
              ? say('settings.coaches.resign.title')
              : say('settings.coaches.dismiss.title', { name }),
            text: isSelf
              ? say('settings.coaches.resign.text')
              : say('settings.coaches.dismiss.text', { name }),
            verb: isSelf ? say('settings.coaches.resign') : say('settings.coaches.dismiss'),
            act: () => remove(user_id),
          }),
      });
    return actions;
  };
}

/** Somebody who was asked. The organization knows no name of them before they accept. */
function Asked(props: {
  readonly user_id: string;
  readonly role: keyof typeof ROLE_WORDS;
  readonly offered_at: string;
  readonly confirm: (asked: Confirmation) => void;
}) {
  const { user_id, role, offered_at, confirm } = props;
  const say = useSay();
  const when = useWhen();
  const { isHead } = useStanding();
  const { remove } = useCoachWrites();
  const name = say('settings.members.nameless', { id: user_id.slice(-8) });
  return (
    <tr>
      <td>
        <span className={`${style.who} second`}>{name}</span>
      </td>
      <td data-label={say('settings.coaches.role')}>{say(ROLE_WORDS[role])}</td>
      <td className="second">{say('settings.coaches.asked', { day: when.day(offered_at) })}</td>
      <td className={style.actions}>
        {isHead && (
          <RowMenu
            label={say('settings.members.actions', { name })}
            actions={[
              {
                id: 'withdraw',
                label: say('settings.members.withdraw'),
                act: () =>
                  confirm({
                    title: say('settings.members.withdraw.title', { name }),
                    text: say('settings.members.withdraw.text'),
                    verb: say('settings.members.withdraw'),
                    act: () => remove(user_id),
                  }),
              },
            ]}
          />
        )}
      </td>
    </tr>
  );
}

const ROLE_WORDS = {
  head_coach: 'settings.role.head_coach',
  admin: 'settings.role.admin',
  assistant_coach: 'settings.role.assistant_coach',
  member: 'settings.role.member',
} as const;
