export { authenticateApiKey } from './authenticate-api-key.ts';
export { createKeyUsage, type KeyUsage } from './key-usage.ts';
export { apiKeyRoutes } from './routes.ts';
