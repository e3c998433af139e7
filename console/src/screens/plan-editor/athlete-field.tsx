import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ComboField } from '../../parts/combo-field.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import type { Athlete } from './form.ts';
import style from './start-form.module.css';

const SHOWN = 20;

/** For whom the plan is, or nobody in particular. The server searches: a club may have ten thousand members. */
export function AthleteField(props: {
  readonly athlete: Athlete | null;
  readonly onAthlete: (athlete: Athlete | null) => void;
  readonly fault: string | undefined;
}) {
  const { athlete, onAthlete, fault } = props;
  const say = useSay();
  const org_id = useOrgId();
  const [typed, setTyped] = useState('');
  const { data } = useQuery({
    queryKey: ['athletes', org_id, 'named', typed],
    enabled: typed !== '' && typed !== athlete?.name,
    queryFn: ({ signal }) =>
      ask(
        api.GET('/organizations/{org_id}/athletes/metrics', {
          signal,
          params: { path: { org_id }, query: { sort: 'name', limit: SHOWN, q: typed } },
        }),
      ),
    placeholderData: (before) => before,
  });
  const items = (data?.data.athletes ?? []).map(({ user_id, display_name }) => ({
    id: user_id,
    name: display_name,
  }));
  return (
    <div className={style.athlete}>
      <ComboField
        label={say('plan-editor.form.athlete')}
        placeholder={say('plan-editor.form.athlete.nobody')}
        hint={say('plan-editor.form.athlete.hint')}
        items={items}
        chosen={athlete?.name}
        onTyped={setTyped}
        onChoose={({ id, name }) => onAthlete({ user_id: id, name })}
        none={say('plan-editor.form.athlete.none')}
        fault={fault}
      />
      {athlete !== null && (
        <Button look="quiet" size="small" onPress={() => onAthlete(null)}>
          {say('plan-editor.form.athlete.clear')}
        </Button>
      )}
    </div>
  );
}
