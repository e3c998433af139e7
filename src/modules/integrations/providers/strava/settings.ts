/** Our app at Strava, and Strava's addresses. They have no slash at their end; the paths below them are the platform's own. */
export type StravaSettings = {
  readonly client_id: string;
  readonly client_secret: string;
  /** The token that the handshake of the webhook has to bring; null: no handshake succeeds. */
  readonly webhook_verify_token: string | null;
  /** `/oauth/authorize`, `/oauth/token` and their like are below it. */
  readonly web_url: string;
  /** `/athlete` and its like are below it. */
  readonly api_url: string;
  /** Whether an event without a signature is refused. One with a wrong signature always is. */
  readonly signature_required: boolean;
  /** The subscription whose events are ours; null accepts any. */
  readonly subscription_id: string | null;
};
