import { ListFilter } from 'lucide-react';
import { MenuButton } from '../../parts/menu-button.tsx';
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
    <MenuButton
      label={say('calendar.who')}
      hasOwnWords
      sections={() => [
        {
          title: say('calendar.who'),
          chosen: [group_id ?? ALL],
          actions: [
            { id: ALL, label: say('calendar.who.all'), act: () => set('group', '') },
            ...groups.map(({ id, name }) => ({ id, label: name, act: () => set('group', id) })),
          ],
        },
        {
          title: say('calendar.sections'),
          chosen: [sections],
          actions: SECTIONS.map((one) => ({
            ...{ id: one, label: say(`calendar.sections.${one}`) },
            act: () => set('by', one === SECTIONS[0] ? '' : one),
          })),
        },
      ]}
    >
      <ListFilter size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={style.who}>{name}</span>
    </MenuButton>
  );
}
