import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { api, ask } from '../../client/api.ts';
import { Choice } from '../../parts/choice.tsx';
import { MenuButton } from '../../parts/menu-button.tsx';
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
    <MenuButton
      label={say('triage.group')}
      hasOwnWords
      look="quiet"
      sections={() => [
        {
          chosen: [group_id ?? ALL],
          actions: [
            { id: ALL, label: say('triage.group.all'), act: () => onChange(null) },
            ...groups.map(({ id, name }) => ({ id, label: name, act: () => onChange(id) })),
          ],
        },
      ]}
    >
      <span className={style.group} dir="auto">
        {name}
      </span>
      <ChevronDown size={14} aria-hidden="true" />
    </MenuButton>
  );
}
