import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { HowWasIt } from '../../own/how-was-it/how-was-it.tsx';
import { useFeedbackOf } from '../../own/own-feedback.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { RowMenu } from '../../parts/menu-button.tsx';
import { Failure, reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { type Activity, activityKey } from './activity.ts';
import style from './review.module.css';
import { RunReview } from './run-review.tsx';

const EditRun = lazy(async () => ({ default: (await import('./edit-run.tsx')).EditRun }));
const Records = lazy(async () => ({ default: (await import('./records.tsx')).Records }));

/** One's own run: what the coach sees, one's own words about it, and what can be changed. */
export function Screen() {
  const { id: activity_id = '' } = useParams();
  const say = useSay();
  const { profile, memberships } = useSession();
  const clubs = memberships.filter(({ member_status }) => member_status === 'active');
  const [chosen, setChosen] = useState<string>();
  const club = clubs.find(({ org_id }) => org_id === chosen) ?? clubs[0];
  return (
    <RunReview
      key={activity_id}
      whose="own"
      activity_id={activity_id}
      spokenIn={club === undefined ? null : { org_id: club.org_id, user_id: profile.user_id }}
      who={() => <Link to="/runs">{say('review.allRuns')}</Link>}
      actions={(activity) => <Actions activity={activity} />}
      own={
        <>
          <Said activity_id={activity_id} org_name={club?.org_name ?? null} />
          {clubs.length > 1 && (
            <Choice
              label={say('review.comments.club')}
              options={clubs.map(({ org_id, org_name }) => ({ value: org_id, label: org_name }))}
              value={club?.org_id ?? ''}
              onChange={setChosen}
            />
          )}
        </>
      }
    />
  );
}

/** One's own words about the run. */
function Said({ activity_id, org_name }: { readonly activity_id: string; readonly org_name: string | null }) {
  const say = useSay();
  const feedback = useFeedbackOf(activity_id);
  const of = { activity_id };
  return (
    <div className={style.told}>
      <HowWasIt
        of={of}
        told={feedback.toldOf(of)}
        isWaiting={feedback.isWaiting(of)}
        tell={feedback.tell}
        org_name={org_name}
      />
      {feedback.error !== null && (
        <Failure error={feedback.error} what={say('told.failed')} retry={feedback.retry} />
      )}
    </div>
  );
}

type Open = 'edit' | 'records' | 'delete' | null;

function Actions({ activity }: { readonly activity: Activity }) {
  const say = useSay();
  const [open, setOpen] = useState<Open>(null);
  const actions = (['edit', 'records', 'delete'] as const).map((id) => ({
    ...{ id, label: say(`review.${id}`) },
    act: () => setOpen(id),
  }));
  const close = (): void => setOpen(null);
  return (
    <>
      <RowMenu label={say('review.actions')} actions={actions} />
      <Suspense>
        {open === 'edit' && <EditRun activity={activity} onClose={close} />}
        {open === 'records' && <Records activity={activity} onClose={close} />}
      </Suspense>
      {open === 'delete' && <DeleteRun activity={activity} onClose={close} />}
    </>
  );
}

function DeleteRun({ activity, onClose }: { readonly activity: Activity; readonly onClose: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { tell } = useNotices();
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const remove = async (): Promise<void> => {
    setSending(true);
    try {
      await ask(api.DELETE('/activities/{activity_id}', { params: { path: { activity_id: activity.id } } }));
      await navigate('/runs');
      cache.removeQueries({ queryKey: activityKey('own', activity.id) });
      void cache.invalidateQueries({ queryKey: ['runs'] });
      tell(say('review.deleted', { name: activity.name }));
    } catch (error) {
      setFault(reasonOf(error, say));
      setSending(false);
    }
  };
  return (
    <Dialog title={say('review.delete.title')} isOpen onClose={onClose}>
      <p>{say('review.delete.text', { name: activity.name })}</p>
      {fault !== undefined && (
        <p role="alert" className={style.fault}>
          {fault}
        </p>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{say('review.cancel')}</Button>
        <Button look="main" isDisabled={isSending} onPress={() => void remove()}>
          {say('review.delete.do')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
