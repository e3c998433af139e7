export type GarminSettings = {
  /** With OAuth 2.0, the client id. */
  readonly consumer_key: string;
  readonly consumer_secret: string;
  /** What a push has to bring in `x-api-key`; null: no push is believed. */
  readonly push_api_key: string | null;
  /** Where athletes consent: `/oauthConfirm` and `/oauth2Confirm` are below it. */
  readonly web_url: string;
  /** `/request_token` and `/access_token` of OAuth 1.0a are below it. */
  readonly oauth_url: string;
  /** The address of the data, with `/wellness-api/rest`. Callback URLs lie below it. */
  readonly api_url: string;
  /** The full address that gives tokens of OAuth 2.0. */
  readonly token_url: string;
  /** How athletes connect from now on. Existing connections stay, and change from 1.0a to 2.0 by themselves. */
  readonly oauth: '1.0a' | '2.0';
};
