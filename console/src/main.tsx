import './client/ask-early.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './style/tokens.css';
import './style/base.css';
import { App } from './app.tsx';
import { ApiError } from './client/errors.ts';
import { registerServiceWorker } from './offline/register-service-worker.ts';
import { createRouter } from './routes.tsx';
import { LANGUAGES, loadWords, speak } from './say.tsx';
import { keepSession, keptSession } from './session/kept-session.ts';
import { findSession, type Session } from './session/session.tsx';
import { applyDeviceSettings, drawWithFace, fetchFace } from './style/device-settings.ts';
import { untilIdle } from './until-idle.ts';

/** Draws the console for whoever is signed in; leads to the page where one signs in if nobody is. */
async function start(root: HTMLElement): Promise<void> {
  applyDeviceSettings();
  const language = LANGUAGES.find((one) => one === document.documentElement.lang) ?? 'en';
  await speak(language);
  // From here on the screen and its texts are fetched, while it is asked who is signed in.
  const router = createRouter();
  const [session] = await Promise.all([findSessionOrKept(), loadWords('shell')]);
  if (session === null) {
    const next = location.pathname + location.search;
    location.replace(`/sign-in?next=${encodeURIComponent(next)}`);
    return;
  }
  // As a transition it is drawn in short pieces, between which the browser answers to taps and keys.
  startTransition(() => createRoot(root).render(<App session={session} router={router} />));
  registerServiceWorker();
  await untilIdle();
  // It is drawn with from the next screen on, since lines that break anew would move what one reads.
  if (await fetchFace().catch(() => false)) router.subscribe(drawWithFace);
}

/** Without a network, who was signed in here last; null where nobody is. */
async function findSessionOrKept(): Promise<Session | null> {
  try {
    const session = await findSession();
    // Nothing waits for it: where the device keeps nothing, the console works with a network.
    keepSession(session).catch(() => undefined);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    const kept = await keptSession();
    if (kept === null) throw error;
    return kept;
  }
}

const root = document.getElementById('root');
if (root !== null) await start(root);
