import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { Keys } from './keys/keys.tsx';
import { startListening } from './live/live-events.tsx';
import { NoticesOnScreen } from './notices/notices.tsx';
import { QueuedWrites } from './offline/queue.tsx';
import type { createRouter } from './routes.tsx';
import { LANGUAGES, speak, Words } from './say.tsx';
import { type Session, SignedIn, useSession } from './session/session.tsx';
import { SessionEnded } from './session/session-ended.tsx';
import { keepInCookie } from './style/device-settings.ts';

export function App(props: { readonly session: Session; readonly router: ReturnType<typeof createRouter> }) {
  const { session, router } = props;
  return (
    <Words>
      <SignedIn session={session}>
        <Keys router={router}>
          <NoticesOnScreen>
            <QueuedWrites>
              <SpeaksTheirLanguage />
              <Listens />
              <SessionEnded />
              <RouterProvider router={router} />
            </QueuedWrites>
          </NoticesOnScreen>
        </Keys>
      </SignedIn>
    </Words>
  );
}

/** The language of the profile, also when it is changed in the settings. */
function SpeaksTheirLanguage() {
  const { language } = useSession().profile.preferences;
  useEffect(() => {
    if (!LANGUAGES.includes(language)) return;
    // So that the page begins in it the next time, and signing in too.
    if (document.documentElement.lang !== language) keepInCookie('ekiden_language', language);
    void speak(language);
  }, [language]);
  return null;
}

function Listens() {
  useEffect(startListening, []);
  return null;
}
