import type { User } from '../users/index.ts';

type Language = User['preferences']['language'];

export type TextsByLanguage = Readonly<
  Record<Language, { readonly title: string; readonly message: string }>
>;

/** One thing to say to many people, to each of them once. */
export type Announcement = {
  readonly category: 'training' | 'team' | 'social' | 'achievements' | 'reminders';
  /** What kind it is, for clients that show kinds differently. */
  readonly type: string;
  /** What it is about; with the type, what makes it the same announcement again. */
  readonly subject: string;
  readonly texts: TextsByLanguage;
  /** What a client needs to lead on from it. */
  readonly data: Readonly<Record<string, unknown>>;
};
