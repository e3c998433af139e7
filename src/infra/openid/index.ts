export {
  createIdTokenVerifier,
  type IdTokenClaims,
  type IdTokenFault,
  type IdTokenVerifier,
  MAX_ID_TOKEN_CHARS,
} from './id-tokens.ts';
export { ProviderError } from './provider-error.ts';
