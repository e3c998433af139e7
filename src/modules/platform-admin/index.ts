export { findOrganizationsOnPage } from './list-organizations.ts';
export { findUsersOnPage } from './list-users.ts';
export { presentListedOrganization, presentListedUser } from './present.ts';
export { platformAdminRoutes } from './routes.ts';
