export { apiKeyData } from './api-key-data.ts';
export { authenticateApiKey } from './authenticate-api-key.ts';
export { createApiKey } from './create-api-key.ts';
export { createKeyUsage, type KeyUsage } from './key-usage.ts';
export { listApiKeys } from './list-api-keys.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { apiKeyRoutes } from './routes.ts';
export { setKeyLimits } from './set-key-limits.ts';
