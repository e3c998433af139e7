/** Our official account at LINE and its API's address, without a slash at its end. */
export type LineAccount = {
  readonly channel_access_token: string;
  /** `/v2/bot/message/push` is below it. */
  readonly api_url: string;
};

/** Our bot at Telegram, and where its API is. */
export type TelegramAccount = {
  /** The token is part of each request's address, so those addresses are never shown or logged. */
  readonly bot_token: string;
  /** `/bot<token>/sendMessage` is below it. */
  readonly api_url: string;
};
