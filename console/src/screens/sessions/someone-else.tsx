import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './session.module.css';

const SHOWN = 20;

/** Puts a member into the register who said nothing or was not expected. */
export function SomeoneElse(props: {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly listed: ReadonlySet<string>;
  readonly add: (user_id: string) => void;
}) {
  const say = useSay();
  return (
    <Dialog title={say('sessions.someoneElse')} isOpen={props.isOpen} onClose={props.close}>
      <Found {...props} />
    </Dialog>
  );
}

/** The server searches: a club may have ten thousand members. */
function Found(props: {
  readonly close: () => void;
  readonly listed: ReadonlySet<string>;
  readonly add: (user_id: string) => void;
}) {
  const say = useSay();
  const org_id = useOrgId();
  const [typed, setTyped] = useState('');
  const found = useQuery({
    queryKey: ['athletes', org_id, 'named', typed],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/organizations/{org_id}/athletes/metrics', {
          signal,
          params: {
            path: { org_id },
            query: { sort: 'name', limit: SHOWN, ...(typed !== '' && { q: typed }) },
          },
        }),
      ),
    placeholderData: (before) => before,
  });
  const people = found.data?.data.athletes.filter(({ user_id }) => !props.listed.has(user_id)) ?? [];
  return (
    <>
      <Field label={say('sessions.name')} value={typed} onChange={setTyped} autoFocus />
      {found.isError && <Failure error={found.error} what={say('sessions.searchFailed')} />}
      <ul className={style.found}>
        {people.map(({ user_id, display_name }) => (
          <li key={user_id}>
            <Button
              look="quiet"
              onPress={() => {
                props.add(user_id);
                props.close();
              }}
            >
              {display_name}
            </Button>
          </li>
        ))}
      </ul>
      {found.isSuccess && people.length === 0 && <p className="second">{say('sessions.nobodyElse')}</p>}
    </>
  );
}
