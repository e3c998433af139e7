import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './session.module.css';
import { type SessionDetails, sessionKeys } from './session-queries.ts';

/** Calls a session off with a reason, or has it take place after all. Everybody who answered is told by the server. */
export function ChangeSession({ session }: { readonly session: SessionDetails }) {
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo, tellFault } = useNotices();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { id, org_id, status, starts_at, title } = session;
  const change = useMutation({
    mutationFn: (body: { status: 'scheduled' | 'cancelled'; cancel_reason?: string }) =>
      ask(
        api.PATCH('/organizations/{org_id}/sessions/{club_session_id}', {
          params: {
            path: { org_id, club_session_id: id },
            header: { 'Idempotency-Key': crypto.randomUUID() },
          },
          body,
        }),
      ),
    onSuccess: (_, { status: given }) => {
      // Offered before the screen says that it is off: who sees that may press ⌘Z at once.
      if (given === 'cancelled')
        offerUndo({
          said: say('sessions.calledOff', { title }),
          undo: () => change.mutateAsync({ status: 'scheduled' }),
        });
      return cache.invalidateQueries({ queryKey: sessionKeys.all(org_id) });
    },
    onError: (error) => tellFault(reasonOf(error, say)),
  });
  if (new Date(starts_at) < new Date()) return null;
  if (status === 'cancelled')
    return <Button onPress={() => change.mutate({ status: 'scheduled' })}>{say('sessions.callOn')}</Button>;
  const callOff = (): void => {
    setAsking(false);
    change.mutate({ status: 'cancelled', ...(reason.trim() !== '' && { cancel_reason: reason }) });
  };
  return (
    <>
      <Button onPress={() => setAsking(true)}>{say('sessions.callOff')}</Button>
      <Dialog
        title={say('sessions.callOffTitle', { title })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <div className={style.form}>
          <p>{say('sessions.callOffWhat')}</p>
          <Field label={say('sessions.reason')} value={reason} onChange={setReason} />
          <DialogButtons>
            <Button onPress={() => setAsking(false)}>{say('sessions.keep')}</Button>
            <Button look="main" onPress={callOff}>
              {say('sessions.callOff')}
            </Button>
          </DialogButtons>
        </div>
      </Dialog>
    </>
  );
}
