import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { api, ask } from '../client/api.ts';
import { useRosterNames } from '../client/roster-names.ts';
import { useSay } from '../say.tsx';
import { useOrgId } from '../shell/role.ts';
import { ComboField } from './combo-field.tsx';
import style from './whom-field.module.css';

/** A group with all who are in it, or one athlete. */
export type Whom = {
  readonly kind: 'group' | 'athlete';
  readonly id: string;
  readonly name: string;
  /** Who it stands for. */
  readonly user_ids: readonly string[];
};

/** For whom something is: athletes and groups, found by typing a part of the name. */
export function WhomField(props: {
  readonly label: string;
  readonly chosen: readonly Whom[];
  readonly onChange: (chosen: readonly Whom[]) => void;
  readonly autoFocus?: boolean;
}) {
  const { label, chosen, onChange, autoFocus = false } = props;
  const say = useSay();
  const all = useWhom();
  const items = all
    .filter(({ kind, id }) => !chosen.some((one) => one.kind === kind && one.id === id))
    .map((one) => ({
      id: `${one.kind} ${one.id}`,
      name: one.name,
      ...(one.kind === 'group' && { beside: say('shell.whom.group', { count: one.user_ids.length }) }),
    }));
  return (
    <div className={style.whom}>
      <ComboField
        label={label}
        items={items}
        placeholder={say('shell.whom.placeholder')}
        none={say('shell.whom.none')}
        autoFocus={autoFocus}
        onChoose={({ id }) => {
          const found = all.find((one) => `${one.kind} ${one.id}` === id);
          if (found !== undefined) onChange([...chosen, found]);
        }}
      />
      {chosen.length > 0 && (
        <ul className={style.chosen} aria-label={label}>
          {chosen.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <span>{one.name}</span>
              {one.kind === 'group' && <span className="third">{one.user_ids.length}</span>}
              <button
                type="button"
                aria-label={say('shell.whom.remove', { name: one.name })}
                onClick={() => onChange(chosen.filter((other) => other !== one))}
              >
                <X size={14} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Groups first, as the rail asks for them, then everybody on the roster. */
function useWhom(): readonly Whom[] {
  const org_id = useOrgId();
  const { athletes } = useRosterNames(org_id);
  const { data } = useQuery({
    queryKey: ['groups', org_id],
    queryFn: () =>
      ask(api.GET('/organizations/{org_id}/groups', { params: { path: { org_id }, query: { limit: 100 } } })),
  });
  return useMemo(
    () => [
      ...(data?.data.groups ?? []).map(
        ({ id, name, members }): Whom => ({ kind: 'group', id, name, user_ids: members }),
      ),
      ...athletes.map(
        ({ user_id, name }): Whom => ({ kind: 'athlete', id: user_id, name, user_ids: [user_id] }),
      ),
    ],
    [data, athletes],
  );
}

/** As the server takes it. */
export const idsOf = (chosen: readonly Whom[]): { athlete_ids: string[]; group_ids: string[] } => ({
  athlete_ids: chosen.filter(({ kind }) => kind === 'athlete').map(({ id }) => id),
  group_ids: chosen.filter(({ kind }) => kind === 'group').map(({ id }) => id),
});
