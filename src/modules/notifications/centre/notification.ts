import type { User } from '../../users/index.ts';

type Language = User['preferences']['language'];

export type TextsByLanguage = Readonly<
  Record<Language, { readonly title: string; readonly message: string }>
>;

export const CATEGORIES = ['training', 'team', 'social', 'achievements', 'reminders'] as const;
export type Category = (typeof CATEGORIES)[number];

export type VoicedTexts = Readonly<Record<User['preferences']['coach_persona'], TextsByLanguage>>;

export type Announcement = {
  readonly category: Category;
  readonly type: string;
  readonly subject: string;
  readonly texts: TextsByLanguage | VoicedTexts;
  readonly data: Readonly<Record<string, unknown>>;
};

export type Notification = Pick<Announcement, 'category' | 'type' | 'data'> & {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly is_read: boolean;
  readonly created_at: Date;
};

export type Counts = { readonly unread: number; readonly total: number };
