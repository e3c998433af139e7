export { integrationData } from './integration-data.ts';
