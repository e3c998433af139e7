import { openStore } from '../client/store.ts';
import type { Session } from './session.tsx';

const KEY = 'session';

/** Keeps on this device who is signed in, so that the console opens without a network. */
export async function keepSession(session: Session): Promise<void> {
  await (await openStore()).put('kept', session, KEY);
}

/** Who was signed in here last and has not signed out. */
export async function keptSession(): Promise<Session | null> {
  return ((await (await openStore()).get('kept', KEY)) as Session | undefined) ?? null;
}
