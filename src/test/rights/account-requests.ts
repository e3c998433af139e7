import { randomUUID } from 'node:crypto';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeGpx } from '../../../sandbox/recordings/write-gpx.ts';
import { newEmail, verificationToken } from '../factories.ts';
import { UNREACHABLE_PLATFORMS } from '../unreachable-platforms.ts';
import { DAILY_REQUESTS } from './daily-requests.ts';
import type { ActorName } from './read-rights.ts';
import type { Prepare, Prepared } from './requests.ts';
import type { RightsStage } from './rights-stage.ts';
import {
  someDay,
  spareActivity,
  spareDevice,
  spareEmailToken,
  spareNotification,
  spareRecord,
  spareResetToken,
  spareReturn,
  spareSession,
  spareState,
  spareUpload,
} from './spares.ts';

const RECORDING = writeGpx(simulateActivity(exampleSimulation(steadyRun(400))));

const nothing: Prepare = () => ({});
const body =
  (value: object): Prepare =>
  () => ({ body: value });

/** The path of whoever asks; where it is nobody, of the athlete. */
const own = ({ personOf, ids }: RightsStage, actor: ActorName): Prepared => ({
  params: { user_id: personOf(actor)?.user_id ?? ids.user_id ?? '' },
});
const ownActivity: Prepare = async (stage, actor) => ({
  params: { activity_id: await spareActivity(stage, actor) },
});

const rated: Prepare = async (stage, actor) => ({ ...(await ownActivity(stage, actor)), body: { rpe: 4 } });

const ownNotification: Prepare = async (stage, actor) => ({
  params: { notification_id: await spareNotification(stage, actor) },
});

/** With what somebody comes back who was sent to a platform and said no there. */
const denialAt =
  (platform: string): Prepare =>
  async (stage) => ({ query: { state: await spareState(stage, platform), error: 'access_denied' } });

/** Requests about people's own things, and about somebody else's. */
export const ACCOUNT_REQUESTS: Readonly<Record<string, Prepare>> = {
  requestVerification: () => ({ body: { email: newEmail() } }),
  checkVerificationToken: body({ token: 'none' }),
  completeSignUp: async ({ server }) => ({
    body: { token: await verificationToken(server, newEmail()), password: 'Sakura-1964' },
  }),
  signUp: ({ newIdToken }) => ({ body: { id_token: newIdToken() } }),
  // Neither comes from a page of this server: only such are signed in and out.
  startCookieSession: ({ people: { member } }) => ({
    body: { email: member.email, password: member.password },
  }),
  endCookieSession: nothing,
  logIn: ({ people: { member } }) => ({ body: { email: member.email, password: member.password } }),
  requestPasswordReset: () => ({ body: { email: newEmail() } }),
  confirmPasswordReset: async (stage) => ({
    body: { token: await spareResetToken(stage), new_password: stage.people.member.password },
  }),
  refreshAccessToken: nothing,
  getAccount: nothing,
  logOut: nothing,
  listSessions: nothing,
  endSession: async (stage, actor) => ({ params: { session_id: await spareSession(stage, actor) } }),
  endOtherSessions: nothing,
  changePassword: ({ personOf }, actor) => {
    const password = personOf(actor)?.password ?? 'Sakura-1964';
    return { body: { password, new_password: password } };
  },
  changeEmail: ({ personOf }, actor) => ({
    body: { password: personOf(actor)?.password ?? 'Sakura-1964', new_email: newEmail() },
  }),
  confirmEmailChange: async (stage) => ({ body: { token: await spareEmailToken(stage) } }),
  deleteAccount: ({ personOf }, actor) => ({
    body: { password: personOf(actor)?.password ?? 'Sakura-1964' },
  }),

  changePreferences: body({ language: 'en' }),
  changeUsername: () => ({ body: { username: newUsername() } }),
  checkUsername: () => ({ query: { username: newUsername() } }),
  exportPersonalData: nothing,
  listAccesses: nothing,
  previewPrivacy: body({}),
  'previewPrivacy(club)': ({ club }) => ({ body: { org_id: club.org_id } }),
  getOwnProfile: nothing,
  listUsers: nothing,
  listOrganizations: nothing,
  listAdminLookups: nothing,
  'getUserProfile(own)': own,
  'getUserProfile(member)': nothing,
  'updateUserProfile(own)': (stage, actor) => ({ ...own(stage, actor), body: { bio: 'Runs.' } }),
  'updateUserProfile(member)': body({ bio: 'Runs.' }),
  getPublicProfile: nothing,

  uploadActivity: () => {
    const form = new FormData();
    form.set('file', new Blob([RECORDING]), 'morning.gpx');
    return { form };
  },
  enterActivity: body({ sport_type: 'yoga', start_time: '2026-02-03T07:00:00+08:00', duration_s: 1_800 }),
  listActivities: nothing,
  getLoad: nothing,
  ...DAILY_REQUESTS,
  listOwnFeedback: nothing,
  'getActivityFeedback(own)': ownActivity,
  'getActivityFeedback(member)': nothing,
  'putActivityFeedback(own)': rated,
  'putActivityFeedback(member)': body({ rpe: 4 }),
  'updateActivityFeedback(own)': rated,
  'updateActivityFeedback(member)': body({ rpe: 4 }),
  'deleteActivityFeedback(own)': ownActivity,
  'deleteActivityFeedback(member)': nothing,
  'getActivity(own)': ownActivity,
  'getActivity(member)': nothing,
  'updateActivity(own)': async (stage, actor) => ({
    ...(await ownActivity(stage, actor)),
    body: { private: true },
  }),
  'updateActivity(member)': body({ private: true }),
  'deleteActivity(own)': ownActivity,
  'deleteActivity(member)': nothing,
  'getActivityStreams(own)': ownActivity,
  'getActivityStreams(member)': nothing,
  'getActivityPlanned(own)': ownActivity,
  'getActivityPlanned(member)': nothing,
  'getActivityReview(own)': ownActivity,
  'getActivityReview(member)': nothing,
  'downloadActivityFile(own)': async (stage, actor) => ({
    params: { activity_id: await spareUpload(stage, actor) },
  }),
  'downloadActivityFile(member)': nothing,
  'listActivityRecords(own)': ownActivity,
  'listActivityRecords(member)': nothing,
  'splitActivity(own)': async (stage, actor) => {
    const { activity_id = '', record_id } = await spareRecord(stage, actor);
    return { params: { activity_id }, body: { record_id } };
  },
  'splitActivity(member)': ({ ids }) => ({ body: { record_id: ids.record_id } }),
  'joinActivities(own)': async (stage, actor) => {
    const day = someDay();
    const [activity_id, other_id] = [
      await spareActivity(stage, actor, day),
      await spareActivity(stage, actor, day),
    ];
    return { params: { activity_id }, body: { activity_id: other_id } };
  },
  'joinActivities(member)': async (stage, actor) => ({
    body: { activity_id: await spareActivity(stage, actor) },
  }),

  listIntegrations: nothing,
  confirmConnection: spareReturn,
  getStravaAuthorizeUrl: nothing,
  finishConnectingStrava: denialAt('strava'),
  disconnectStrava: nothing,
  getGarminAuthorizeUrl: nothing,
  finishConnectingGarmin: denialAt('garmin'),
  disconnectGarmin: nothing,

  confirmStravaSubscription: () => ({
    query: {
      'hub.mode': 'subscribe',
      'hub.challenge': randomUUID(),
      'hub.verify_token': UNREACHABLE_PLATFORMS.STRAVA_WEBHOOK_VERIFY_TOKEN,
    },
  }),
  receiveStravaEvent: body({ object_type: 'activity', aspect_type: 'create', object_id: 1, owner_id: 1 }),

  syncAppleHealth: body({ workouts: [] }),
  listHealthDays: nothing,

  'registerDevice(own)': () => ({ body: { token: randomUUID(), platform: 'ios' } }),
  'registerDevice(member)': ({ ids }) => ({
    body: { token: randomUUID(), platform: 'ios', user_id: ids.user_id },
  }),
  'removeDevice(own)': async (stage, actor) => ({ body: { token: await spareDevice(stage, actor) } }),
  'removeDevice(member)': async (stage) => ({ body: { token: await spareDevice(stage, 'nobody') } }),
  listWeeklySummaries: nothing,
  'listActivitySummaries(own)': async (stage, actor) => ({
    query: { activity_id: await spareActivity(stage, actor) },
  }),
  'listActivitySummaries(member)': ({ ids }) => ({ query: { activity_id: ids.activity_id ?? '' } }),
  listNotifications: nothing,
  getNotificationCounts: nothing,
  streamNotifications: nothing,
  'markNotificationRead(own)': ownNotification,
  'markNotificationRead(member)': nothing,
  markAllNotificationsRead: nothing,
  'deleteNotification(own)': ownNotification,
  'deleteNotification(member)': nothing,

  'getDeviceSummary(own)': own,
  'getDeviceSummary(member)': nothing,
  getWebPushKey: nothing,
};

function newUsername(): string {
  return `u_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}
