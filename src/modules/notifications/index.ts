export { notificationData } from './notification-data.ts';
export { notificationRoutes } from './routes.ts';
export { tellExportedAthletes } from './tell-exported-athletes.ts';
export { tellOfLostConnection } from './tell-of-lost-connection.ts';
export { tellOfJoining, tellOfLeaving } from './tell-of-roster.ts';
