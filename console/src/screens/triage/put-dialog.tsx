import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './triage.module.css';
import type { Athlete } from './use-triage.ts';

/** Who was handled or put off, by whichever coach, and how they come back. */
export function PutDialog(props: {
  readonly athletes: readonly Athlete[];
  readonly more: (() => void) | undefined;
  readonly onBack: (athlete: Athlete) => void;
  readonly onClose: () => void;
}) {
  const { athletes, more, onBack, onClose } = props;
  const say = useSay();
  const coaches = useCoaches();
  return (
    <Dialog title={say('triage.put.title')} isOpen onClose={onClose}>
      <p className="small second">{say('triage.put.rule')}</p>
      {athletes.length === 0 && more === undefined ? (
        <Empty>{say('triage.put.none')}</Empty>
      ) : (
        <ul className={style.put}>
          {athletes.map((athlete) => (
            <li key={athlete.user_id}>
              <div>
                <p className="strong" dir="auto">
                  {athlete.display_name}
                </p>
                <p className="small second">
                  <Decided athlete={athlete} coaches={coaches} />
                </p>
                {athlete.mark !== null && athlete.mark.note !== '' && (
                  <p className="small" dir="auto">
                    {athlete.mark.note}
                  </p>
                )}
              </div>
              <Button
                size="small"
                onPress={() => onBack(athlete)}
                aria-label={say('triage.put.backFor', { name: athlete.display_name })}
              >
                {say('triage.put.back')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more !== undefined && <Button onPress={more}>{say('triage.more')}</Button>}
    </Dialog>
  );
}

function Decided({ athlete: { mark }, coaches }: { readonly athlete: Athlete; readonly coaches: Coaches }) {
  const say = useSay();
  const format = useFormat();
  const { user_id } = useSession().profile;
  if (mark === null) return null;
  if (mark.until !== null) return say('triage.put.later', { until: format.moment(mark.until) });
  const when = format.moment(mark.marked_at);
  if (mark.marked_by === user_id) return say('triage.put.handledByMe', { when });
  if (mark.marked_by === null) return say('triage.put.handled', { when });
  if (mark.marked_by === coaches.head_coach) return say('triage.put.handledByHead', { when });
  const coach = coaches.names.get(mark.marked_by);
  return coach === undefined
    ? say('triage.put.handled', { when })
    : say('triage.put.handledBy', { coach, when });
}

type Coaches = { readonly head_coach: string | null; readonly names: ReadonlyMap<string, string> };

/** The names of those who may have decided. */
function useCoaches(): Coaches {
  const org_id = useOrgId();
  const { data } = useQuery({
    queryKey: ['organization', org_id],
    queryFn: ({ signal }) =>
      ask(api.GET('/organizations/{org_id}', { signal, params: { path: { org_id } } })),
  });
  return useMemo(
    () => ({
      head_coach: data?.head_coach_user_id ?? null,
      names: new Map((data?.coaches ?? []).map(({ user_id, name }) => [user_id, name])),
    }),
    [data],
  );
}
