/** Our official account at LINE, and where its API is. Addresses have no slash at their end. */
export type LineAccount = {
  readonly channel_access_token: string;
  /** `/v2/bot/message/push` is below it. */
  readonly api_url: string;
};

/** Our bot at Telegram, and where its API is. */
export type TelegramAccount = {
  /** Stands in the address of each request: no address of one is ever shown or logged. */
  readonly bot_token: string;
  /** `/bot<token>/sendMessage` is below it. */
  readonly api_url: string;
};
