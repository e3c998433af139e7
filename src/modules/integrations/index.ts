export { healthData } from './health/health-data.ts';
export { dailyHealthRoutes } from './health-routes.ts';
export { integrationData } from './integration-data.ts';
