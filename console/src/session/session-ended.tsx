import { lazy, Suspense, useEffect, useState } from 'react';
import { onTabMessage } from '../live/tabs.ts';
import { forgetAthleteList } from '../parts/athlete-list.ts';
import { onSessionEnd } from './session-end.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/** Has one sign in again where the session has ended. After a sign-out in another tab this one leaves too. */
export function SessionEnded() {
  const [isOver, setOver] = useState(false);
  useEffect(() => onSessionEnd(() => setOver(true)), []);
  useEffect(
    () =>
      onTabMessage((message) => {
        if (message.type !== 'signed_out') return;
        forgetAthleteList();
        location.assign('/sign-in');
      }),
    [],
  );
  return <Suspense>{isOver && <SignInAgain onDone={() => setOver(false)} />}</Suspense>;
}
