import type { User } from '../../users/index.ts';

type Language = User['preferences']['language'];

export type TextsByLanguage = Readonly<
  Record<Language, { readonly title: string; readonly message: string }>
>;

export const CATEGORIES = ['training', 'team', 'social', 'achievements', 'reminders'] as const;
export type Category = (typeof CATEGORIES)[number];

/** In the words of each of the coaches whom an athlete can have. */
export type VoicedTexts = Readonly<Record<User['preferences']['coach_persona'], TextsByLanguage>>;

/** One thing to say to one or many people, to each of them once. */
export type Announcement = {
  readonly category: Category;
  /** What kind it is, for clients that show kinds differently. */
  readonly type: string;
  /** What it is about; with the type, what makes it the same announcement again. */
  readonly subject: string;
  readonly texts: TextsByLanguage | VoicedTexts;
  /** What a client needs to lead on from it. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** One of a person's centre. */
export type Notification = Pick<Announcement, 'category' | 'type' | 'data'> & {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly is_read: boolean;
  readonly created_at: Date;
};

/** Of what a person's centre holds. */
export type Counts = { readonly unread: number; readonly total: number };
