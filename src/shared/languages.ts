/** What people are spoken to in, as BCP 47 tags. */
export const LANGUAGES = ['en', 'zh-TW', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export type InEachLanguage<T> = Readonly<Record<Language, T>>;
