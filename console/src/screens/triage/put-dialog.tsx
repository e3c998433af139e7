import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
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
                  <Decided athlete={athlete} />
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

function Decided({ athlete: { mark } }: { readonly athlete: Athlete }) {
  const say = useSay();
  const format = useFormat();
  const { user_id } = useSession().profile;
  if (mark === null) return null;
  if (mark.until !== null) return say('triage.put.later', { until: format.moment(mark.until) });
  const when = format.moment(mark.marked_at);
  return mark.marked_by === user_id
    ? say('triage.put.handledByMe', { when })
    : say('triage.put.handled', { when });
}
