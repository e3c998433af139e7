export { campaignData } from './campaigns/campaign-data.ts';
export { createCampaign } from './campaigns/create-campaign.ts';

export { findMostCampaigns, findMostDrafts } from './campaigns/queries.ts';
export { campaignRoutes } from './campaigns/routes.ts';
export { unsubscribeRoutes } from './campaigns/unsubscribe/routes.ts';
export { markAllRead } from './centre/mark-read.ts';
export { centreRoutes } from './centre/routes.ts';
export { chatData } from './chat/chat-data.ts';
export { chatRoutes, chatWebhookRoutes } from './chat/routes.ts';
export { holdOutgoing } from './delivery/hold-outgoing.ts';
export { registerDevice } from './devices/register-device.ts';
export { notificationRoutes } from './devices/routes.ts';
export { forgetActivities, withdrawWeeks } from './listeners/forget-summaries.ts';
export { notifyExportedAthletes } from './listeners/notify-exported-athletes.ts';
export { notifyOfChangedWeeks } from './listeners/notify-of-changed-weeks.ts';
export { notifyOfAnswer, notifyOfAttendance, notifyOfSessions } from './listeners/notify-of-club-sessions.ts';
export { notifyOfIncompleteArchive } from './listeners/notify-of-incomplete-archive.ts';
export { notifyOfRevokedKeys, notifyOfUnusedKey } from './listeners/notify-of-keys.ts';
export { notifyOfLostConnection } from './listeners/notify-of-lost-connection.ts';
export { notifyOfPlans } from './listeners/notify-of-plans.ts';
export {
  notifyOfDeclining,
  notifyOfJoining,
  notifyOfLeaving,
  notifyOfOffer,
} from './listeners/notify-of-roster.ts';
export { notifyOfActivity, notifyOfWeeks } from './listeners/notify-of-summaries.ts';
export { notifyOfThread } from './listeners/notify-of-threads.ts';
export { notifyOfUnread } from './listeners/notify-of-unread.ts';
export { notifyOfWorkouts } from './listeners/notify-of-workouts.ts';
export { notificationData } from './notification-data.ts';
export { notificationJobs } from './notification-jobs.ts';
export { outgoingData } from './push/push-data.ts';
export { pushRoutes } from './push/routes.ts';
export { changeSettings } from './settings/change-settings.ts';
export { settingsRoutes } from './settings/routes.ts';
export { deliverySettingsData } from './settings/settings-data.ts';
export { summaryMailRoutes } from './summary-mails/routes.ts';
