export { invitationData } from './invitation-data.ts';
export { invitationJobs } from './jobs.ts';
export { invitationPageRoutes } from './pages/join-page.ts';
export { invitationRoutes } from './routes.ts';
export { signUpInvitations } from './sign-up-invitations.ts';
