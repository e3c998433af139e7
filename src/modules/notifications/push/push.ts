export type WrittenPush = {
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string>>;
};

export type AskedPush = WrittenPush & { readonly text_field: 'message' | 'body' };

/** By one person, to whomever. */
export const MAX_PUSHES_A_MINUTE = 30;
/** By one person to one other. */
export const MAX_DIRECT_AN_HOUR = 20;
/** To the topic of an organization, by all of its coaches: as many as campaigns. */
export const MAX_TOPIC_PUSHES_A_DAY = 20;
/** To topics of organizations, by one person, however many of these they coach or have founded for it. */
export const MAX_TOPIC_PUSHES_A_DAY_BY_ONE = 40;

/** By which an app knows what the server itself has to say: what a coach writes does not pass for it. */
export const NAMES_OF_THE_SERVER: readonly string[] = [
  'type',
  'category',
  'notification_id',
  'campaign_id',
  'org_id',
];
