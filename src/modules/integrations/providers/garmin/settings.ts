export type GarminSettings = {
  /** The client id, with OAuth 2.0. */
  readonly consumer_key: string;
  readonly consumer_secret: string;
  /** What a push has to bring in `x-api-key`; null: no push is believed. */
  readonly push_api_key: string | null;
  /** Where athletes consent: `/oauthConfirm` and `/oauth2Confirm` are below it. */
  readonly web_url: string;
  /** `/request_token` and `/access_token` of OAuth 1.0a are below it. */
  readonly oauth_url: string;
  /** What is told of people, with `/wellness-api/rest`. Callback URLs lead below it. */
  readonly api_url: string;
  /** Where tokens of OAuth 2.0 come from: the very address. */
  readonly token_url: string;
  /** How athletes connect from now on. Who is connected stays so, and changes over from 1.0a to 2.0 unasked. */
  readonly oauth: '1.0a' | '2.0';
};
