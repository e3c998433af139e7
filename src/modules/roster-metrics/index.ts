export { RosterCursor } from './contract.ts';
export { type RosterQuestion, rosterPage } from './queries.ts';
export { rosterCursorOf, rosterPlaceOf } from './roster-cursor.ts';
export { rosterMetricsRoutes } from './routes.ts';
export { sightOf as rosterSightOf } from './views.ts';
