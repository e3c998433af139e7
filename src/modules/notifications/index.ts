export { notificationData } from './notification-data.ts';
export { notificationRoutes } from './routes.ts';
export { tellExportedAthletes } from './tell-exported-athletes.ts';
export { tellOfJoining, tellOfLeaving } from './tell-of-roster.ts';
