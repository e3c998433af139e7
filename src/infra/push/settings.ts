/** A service account at Firebase Cloud Messaging, and where that is. Addresses have no slash at their end. */
export type FcmAccount = {
  readonly project_id: string;
  readonly client_email: string;
  readonly private_key_id: string | null;
  /** PEM of an RSA key. */
  readonly private_key: string;
  /** Where access tokens come from: the very address. */
  readonly token_url: string;
  /** `/v1/projects/…/messages:send` is below it. */
  readonly api_url: string;
};

export type WebPushOptions = {
  readonly vapid:
    | { readonly public_key: string; readonly private_key: string; readonly subject: string }
    | undefined;
  /** The only accepted origins. `https://*.example.org` stands for every host below `example.org`. */
  readonly origins: readonly string[];
};
