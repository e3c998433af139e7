import { type AskNotifications, askNotifications } from './ask-notifications.ts';
import { createOrganization, grantAdmin, signUp, type TestOrganization, type TestUser } from './factories.ts';
import type { TestServer } from './harness.ts';

/** Who may push, and how they ask for it. */
export type PushStage = {
  readonly server: TestServer;
  readonly club: TestOrganization;
  /** Of the platform. */
  readonly admin: TestUser;
  readonly ask: AskNotifications;
};

export const PUSH_WORDS = { title: 'Track is closed', message: 'We meet at the river.\n18:30.' };

/** A club and a platform admin on a server. */
export async function openPushStage(server: TestServer): Promise<PushStage> {
  const club = await createOrganization(server);
  const admin = await signUp(server);
  await grantAdmin(server, admin.user_id);
  return { server, club, admin, ask: askNotifications(server) };
}
