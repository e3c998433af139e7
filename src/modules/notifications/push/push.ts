export type WrittenPush = {
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string>>;
};

export type AskedPush = WrittenPush & { readonly text_field: 'message' | 'body' };

/** Pushes by one person, to anybody. */
export const MAX_PUSHES_A_MINUTE = 30;
/** Pushes by one person to one other. */
export const MAX_DIRECT_AN_HOUR = 20;
/** Pushes to the topic of an organization by all of its coaches: as many as campaigns. */
export const MAX_TOPIC_PUSHES_A_DAY = 20;
/** Pushes to topics of organizations by one person, over all organizations, since anybody can found more of them. */
export const MAX_TOPIC_PUSHES_A_DAY_BY_ONE = 40;

/** Names in the data by which an app recognizes what the server itself says. A coach's data may not use them. */
export const NAMES_OF_THE_SERVER: readonly string[] = [
  'type',
  'category',
  'notification_id',
  'campaign_id',
  'org_id',
];
