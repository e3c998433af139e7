import type { RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';

/** A place in a document, as the overrides of Spectral name it: a JSON pointer in a URI, where braces are encoded. */
const at = (document: 'application' | 'developer' | '*', ...path: readonly string[]): string =>
  `**/${document}.json#${path.map((step) => `/${encodeURI(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;

const BEFORE_AN_ACCOUNT = [
  '/auth/request-verification',
  '/auth/verify-token',
  '/auth/complete-signup',
  '/auth/password-reset',
  '/auth/password-reset/confirm',
  '/auth/email/confirm',
];

const CALLED_BY_PLATFORMS = ['/strava/oauth/token', '/garmin/oauth/callback', '/activities/webhook/strava'];

/**
 * What the OpenAPI documents are held to: all of Spectral's rules for OpenAPI, those not recommended as well, and all of
 * OWASP's API Security Top 10. Each exception says why.
 */
export const RULESET: RulesetDefinition = {
  extends: [
    [rulesets.oas as RulesetDefinition, 'all'],
    [owasp as unknown as RulesetDefinition, 'all'],
  ],
  rules: {
    // Tags stand in the order one meets them: an account before its profile, the organization before its groups.
    'openapi-tags-alphabetical': 'off',
    // Whose server it is, only its operator knows: it has an address, and no e-mail address to publish.
    'contact-properties': 'off',
    // Takes the roles beside a scheme that is not OAuth, new in 3.1, for unknown scopes; `openapi.test.ts` checks schemes.
    'oas3-operation-security-defined': 'off',
    // Which other sites may read answers is the operator's to say (`CORS_ORIGINS`); without that, none.
    'owasp:api8:2023-define-cors-origin': 'off',
  },
  overrides: [
    {
      // Who is a platform admin stands in the account, looked up with each request, and not in a credential of another kind.
      files: ['/admin/users', '/admin/organizations', '/admin/lookups'].map((path) =>
        at('application', 'paths', path),
      ),
      rules: { 'owasp:api5:2023-admin-security-unique': 'off' },
    },
    {
      // Not limited by rate; sign-in, mails and uploads are, and say so.
      files: [at('application')],
      rules: { 'owasp:api4:2023-rate-limit': 'off', 'owasp:api4:2023-rate-limit-responses-429': 'off' },
    },
    {
      // Whose key is not known has no limits to tell of: the specification leaves the headers out of 401.
      files: [at('developer', 'components', 'responses', 'Unauthorized')],
      rules: { 'owasp:api4:2023-rate-limit': 'off' },
    },
    {
      // Before one has credentials.
      files: [...BEFORE_AN_ACCOUNT, '/auth/signup', '/auth/login'].map((path) =>
        at('application', 'paths', path),
      ),
      rules: { 'owasp:api2:2023-write-restricted': 'off' },
    },
    {
      // A password brings the cookie; and whoever has none, or one that has ended, is signed out as well. Only pages of the server are answered.
      files: [at('application', 'paths', '/auth/cookie-session')],
      rules: { 'owasp:api2:2023-write-restricted': 'off' },
    },
    {
      // Ending a session refuses no credentials: there may be none.
      files: [at('application', 'paths', '/auth/cookie-session', 'delete')],
      rules: { 'owasp:api8:2023-define-error-responses-401': 'off' },
    },
    {
      // None are asked for, so none are refused; signing in refuses a wrong password or ID token.
      files: BEFORE_AN_ACCOUNT.map((path) => at('application', 'paths', path)),
      rules: { 'owasp:api8:2023-define-error-responses-401': 'off' },
    },
    {
      // The link of an invitation is made to be passed on, ends, and is its own proof. Its token stands in the path as the
      // specification has it: the log has the pattern of a path and not the path.
      files: ['/invitations/{token}', '/invitations/{token}/accept'].map((path) =>
        at('application', 'paths', path),
      ),
      rules: { 'owasp:api2:2023-no-credentials-in-url': 'off' },
    },
    {
      // Before one has credentials, as well.
      files: [at('application', 'paths', '/invitations/{token}')],
      rules: {
        'owasp:api2:2023-read-restricted': 'off',
        'owasp:api8:2023-define-error-responses-401': 'off',
      },
    },
    {
      // Called by platforms, or by browsers that they send: known by a state or token that was given out once, by the word that was
      // agreed on, or by a signature, in the places where the platforms put them. The log has no queries.
      files: CALLED_BY_PLATFORMS.map((path) => at('application', 'paths', path)),
      rules: {
        'owasp:api2:2023-no-credentials-in-url': 'off',
        'owasp:api2:2023-read-restricted': 'off',
        'owasp:api2:2023-write-restricted': 'off',
        'owasp:api8:2023-define-error-responses-401': 'off',
      },
    },
    {
      // Strava calls the address that it was given and can be told to send nothing else: the key is part of that address. The log
      // has no queries.
      files: [at('application', 'components', 'securitySchemes', 'stravaAddressKey')],
      rules: { 'owasp:api2:2023-no-api-keys-in-url': 'off' },
    },
    {
      // Never asked for anything by the server: browsers are sent there, and only where the operator has said (RETURN_URLS).
      files: ['/strava/oauth/authorize-url', '/garmin/oauth/authorize-url'].map((path) =>
        at('application', 'paths', path),
      ),
      rules: { 'owasp:api7:2023-concerning-url-parameter': 'off' },
    },
    {
      // The contract itself is open to everybody and counted for nobody.
      files: [at('*', 'paths', '/openapi.json')],
      rules: {
        'owasp:api2:2023-read-restricted': 'off',
        'owasp:api4:2023-rate-limit': 'off',
        'owasp:api4:2023-rate-limit-responses-429': 'off',
        'owasp:api8:2023-define-error-responses-401': 'off',
      },
    },
  ],
};
