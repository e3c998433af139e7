import { randomInt, randomUUID } from 'node:crypto';
import { DAY_MS } from '../../shared/time.ts';
import { quietContent } from '../saved-plans.ts';
import type { Prepare } from './requests.ts';
import {
  endedPlan,
  memberPlan,
  offeringClub,
  savedWorkout,
  spareCalendarJob,
  spareClub,
  spareClubSession,
  spareCoach,
  spareDraft,
  spareGroup,
  spareGroupMember,
  spareHeir,
  spareInvitation,
  spareKey,
  spareMember,
  sparePlan,
  spareSilent,
  spareStream,
  spareUndo,
  spareUser,
  spareWorkout,
} from './spares.ts';

const nothing: Prepare = () => ({});

const planned = ({ org_id }: { org_id: string }) => ({ org_id, weeks: 1, experience_level: 'beginner' });
const START = '8000-01-04';
const START_OF_SESSION = new Date(Date.now() + 30 * DAY_MS).toISOString();
const ONE_WEEK = '## Week 1: Base\n\n- Tuesday: Easy run, 5 km\n';

/** Requests about the club and what belongs to it, and the document. */
export const CLUB_REQUESTS: Readonly<Record<string, Prepare>> = {
  getOpenApiDocument: nothing,

  createOrganization: ({ people }, actor) => ({
    body: {
      name: `Club ${randomUUID()}`,
      ...(actor === 'app' ? { head_coach_user_id: people.head.user_id } : {}),
    },
  }),
  listOwnOrganizations: nothing,
  getOrganization: nothing,
  updateOrganization: () => ({ body: { description: 'Along the river.' } }),
  changeHeadCoach: async (stage) => {
    const org_id = await spareClub(stage);
    return { params: { org_id }, body: { user_id: await spareHeir(stage, org_id) } };
  },
  deleteOrganization: async (stage) => {
    const org_id = await spareClub(stage);
    return { params: { org_id }, body: { org_name: org_id } };
  },
  putCoach: async (stage) => ({ params: { user_id: await spareUser(stage) }, body: { role: 'admin' } }),
  removeCoach: async (stage) => ({ params: { user_id: await spareCoach(stage) } }),
  listAuditLogs: nothing,

  addMember: async (stage) => ({ body: { user_id: await spareUser(stage) } }),
  listMembers: nothing,
  updateMember: () => ({ body: { labels: ['fast'] } }),
  getMembershipPrivacy: nothing,
  narrowPrivacy: () => ({ body: { share_pb: false } }),
  'removeMember(another)': async (stage) => ({ params: { user_id: await spareMember(stage) } }),
  'removeMember(self)': async (stage, actor) => ({
    params: {
      org_id: await spareClub(stage, { with_running_coaches: true }),
      user_id: stage.personOf(actor)?.user_id ?? stage.people.member.user_id,
    },
  }),

  listOwnMemberships: nothing,
  getOwnMembership: nothing,
  acceptMembership: async (stage, actor) => ({ params: { org_id: await offeringClub(stage, actor) } }),
  declineMembership: async (stage, actor) => ({ params: { org_id: await offeringClub(stage, actor) } }),
  liftMembershipBlock: async (stage, actor) => ({ params: { org_id: await offeringClub(stage, actor) } }),

  createInvitation: () => ({ body: {} }),
  listInvitations: nothing,
  revokeInvitation: async (stage) => ({ params: { invitation_id: (await spareInvitation(stage)).id } }),
  getInvitation: async (stage) => ({ params: { token: (await spareInvitation(stage)).token } }),
  acceptInvitation: async (stage) => ({
    params: { token: (await spareInvitation(stage, await spareClub(stage))).token },
  }),

  listGroups: nothing,
  getGroup: nothing,
  createGroup: () => ({ body: { name: randomUUID() } }),
  updateGroup: () => ({ body: { color: '#00aa55' } }),
  deleteGroup: async (stage) => ({ params: { group_id: await spareGroup(stage) } }),
  addGroupMember: async (stage) => ({ params: { user_id: await spareMember(stage) } }),
  removeGroupMember: async (stage) => ({ params: { user_id: await spareGroupMember(stage) } }),

  createClubSession: () => ({ body: { title: 'Track', starts_at: START_OF_SESSION } }),
  listClubSessions: nothing,
  getClubSession: nothing,
  downloadClubSession: nothing,
  changeClubSession: () => ({ body: { title: randomUUID() } }),
  deleteClubSession: async (stage) => ({ params: { club_session_id: await spareClubSession(stage) } }),
  deleteFollowingClubSessions: async (stage) => ({
    params: { club_session_id: await spareClubSession(stage) },
  }),
  answerClubSession: async (stage) => ({
    params: { club_session_id: await spareClubSession(stage) },
    body: { answer: 'yes' },
  }),
  setClubSessionAnswer: async (stage) => ({
    params: { club_session_id: await spareClubSession(stage) },
    body: { answer: 'yes' },
  }),
  replaceByClubSession: async (stage) => ({
    params: { club_session_id: await spareClubSession(stage) },
    body: { plan_id: randomUUID(), workout_id: randomUUID() },
  }),
  keepBesideClubSession: async (stage) => ({ params: { club_session_id: await spareClubSession(stage) } }),
  listClubSessionParticipants: nothing,
  listClubSessionCompanions: nothing,
  takeClubSessionAttendance: async (stage) => ({
    params: { club_session_id: await spareClubSession(stage) },
    body: {
      ticks: [
        {
          user_id: stage.ids.user_id ?? '',
          came: 'yes',
          ticked_at: new Date(Date.now() - randomInt(1e9)).toISOString(),
        },
      ],
    },
  }),
  listClubSessionAttendance: nothing,

  createApiKey: () => ({ body: { name: 'Analytics' } }),
  previewApiKey: () => ({ body: { scopes: ['read'] } }),
  listApiKeys: nothing,
  rerollApiKey: async (stage) => ({ params: { key_id: await spareKey(stage) }, body: {} }),
  revokeApiKey: async (stage) => ({ params: { key_id: await spareKey(stage) } }),

  generatePlanDraft: ({ club }) => ({ body: planned(club) }),
  generatePlan: ({ club }) => ({ body: { ...planned(club), refined_draft: ONE_WEEK } }),
  streamPlanDraft: ({ club }) => ({ body: planned(club) }),
  streamPlan: ({ club }) => ({ body: { ...planned(club), refined_draft: ONE_WEEK } }),
  streamPlanBatch: ({ club }) => ({ body: { ...planned(club), refined_draft: ONE_WEEK } }),
  regeneratePlanWeek: ({ club }) => ({
    body: { ...planned(club), refined_draft: ONE_WEEK, week_number: 1 },
  }),
  resumePlanDraftStream: async (stage, actor) => ({
    params: { stream_id: await spareStream(stage, actor, 'draft') },
  }),
  resumePlanStream: async (stage, actor) => ({
    params: { stream_id: await spareStream(stage, actor, 'generate') },
  }),
  stopPlanStream: async (stage, actor) => ({
    params: { stream_id: await spareStream(stage, actor, 'draft') },
  }),
  listPlanDrafts: nothing,
  createPlanDraft: () => ({ body: { title: 'Autumn', draft: ONE_WEEK } }),
  getPlanDraft: async (stage) => ({ params: { draft_id: await spareDraft(stage) } }),
  replacePlanDraft: async (stage) => ({
    params: { draft_id: await spareDraft(stage) },
    body: { title: 'Autumn', draft: ONE_WEEK, revision: 1 },
  }),
  deletePlanDraft: async (stage) => ({ params: { draft_id: await spareDraft(stage) } }),
  getTrainingPrinciple: ({ club }) => ({ query: { org_id: club.org_id } }),
  'putTrainingPrinciple(own)': ({ club }) => ({
    body: { org_id: club.org_id, level: 'coach', principle: 'Easy.' },
  }),
  'putTrainingPrinciple(club)': ({ club }) => ({
    body: { org_id: club.org_id, level: 'organization', principle: 'Easy.' },
  }),

  listLibraryWorkouts: nothing,
  readTypedWorkout: () => ({ body: { text: '40 min easy' } }),
  createLibraryWorkout: () => ({
    body: { title: 'Run', workout_type: 'easy-run', segments: [{ kind: 'work', duration_s: 1800 }] },
  }),
  getLibraryWorkout: nothing,
  updateLibraryWorkout: () => ({ body: { labels: ['track'] } }),
  deleteLibraryWorkout: async (stage) => ({ params: { workout_id: await spareWorkout(stage) } }),
  listSavedPlans: nothing,
  savePlan: () => ({
    body: { title: 'Plan', start_date: START, weeks: 1, content: quietContent(START) },
  }),
  getSavedPlan: nothing,
  changeSavedPlan: () => ({ body: { title: 'Autumn' } }),
  deleteSavedPlan: async (stage) => ({ params: { plan_id: (await sparePlan(stage)).plan_id } }),
  listPlanAssignments: nothing,
  assignPlan: async (stage) => ({ body: { athlete_ids: [await spareMember(stage)] } }),
  previewPlanAssignment: async (stage) => ({ body: { athlete_ids: [await spareMember(stage)] } }),
  endPlanAssignment: async (stage) => ({ params: await sparePlan(stage) }),
  restorePlanAssignment: async (stage) => ({ params: await endedPlan(stage) }),
  downloadSavedPlanCalendar: nothing,
  downloadSavedPlanWorkout: async (stage) => ({ params: await savedWorkout(stage) }),
  downloadLibraryWorkout: nothing,
  'downloadOwnCalendar(member)': async (stage) => ({ params: await memberPlan(stage) }),
  'downloadOwnWorkout(member)': async (stage) => ({ params: await memberPlan(stage) }),
  'getWorkoutFeedback(member)': async (stage) => ({ params: await memberPlan(stage) }),
  'putWorkoutFeedback(member)': async (stage) => ({ params: await memberPlan(stage), body: { rpe: 4 } }),
  'updateWorkoutFeedback(member)': async (stage) => ({ params: await memberPlan(stage), body: { rpe: 4 } }),
  'deleteWorkoutFeedback(member)': async (stage) => ({ params: await memberPlan(stage) }),
  listAthleteFeedback: nothing,
  getOwnCalendar: nothing,
  getCalendarSubscription: nothing,
  createCalendarSubscription: nothing,
  deleteCalendarSubscription: nothing,
  getAthleteCalendar: nothing,
  'listOwnPlanConflicts(member)': async (stage) => ({ params: await memberPlan(stage) }),
  listAthleteAvailability: nothing,
  getAthleteConstraints: nothing,
  listAthleteRaces: nothing,
  listAthleteBestTimes: nothing,
  getTeamCalendar: nothing,
  listRosterWeeks: nothing,
  actOnCalendar: ({ people }) => ({
    body: { action: 'clear', athlete_ids: [people.member.user_id], from: START },
  }),
  getCalendarJob: async (stage) => ({ params: { calendar_job_id: await spareCalendarJob(stage) } }),
  undoCalendarAction: async (stage) => ({ body: { undo_token: await spareUndo(stage) } }),
  editAthleteWorkout: async (stage) => ({
    params: { user_id: stage.people.member.user_id, ...(await memberPlan(stage)) },
    body: { title: 'Easy' },
  }),
  deleteAthleteWorkout: async (stage) => ({
    params: { user_id: stage.people.member.user_id, ...(await memberPlan(stage)) },
  }),
  'undoOwnMove(member)': async (stage) => ({ body: { undo_token: await spareUndo(stage, 'member') } }),
  'moveOwnWorkout(member)': async (stage) => ({
    params: await memberPlan(stage),
    body: { date: '9000-01-02' },
  }),

  listAthleteActivities: nothing,
  getAthleteActivity: nothing,
  getAthleteActivityStreams: nothing,
  getAthleteActivityPlanned: nothing,
  getAthleteActivityReview: nothing,
  downloadAthleteActivityFile: nothing,
  getAthleteLoad: nothing,
  listAthleteHealthDays: nothing,
  listAthleteMetrics: nothing,
  listTriage: nothing,
  getTriageOfAthlete: nothing,
  markTriage: async (stage) => ({
    params: { user_id: await spareSilent(stage) },
    body: { state: 'handled' },
  }),
  unmarkTriage: nothing,
  getTriageLimits: nothing,
  setTriageLimits: () => ({ body: { silent_days: 5 } }),
};
