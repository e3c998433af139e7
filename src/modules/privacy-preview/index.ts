export { privacyPreviewRoutes } from './routes.ts';
