import { setupI18n } from '@lingui/core';
import { I18nProvider, Trans, useLingui } from '@lingui/react';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { Messages } from './words/generated/messages.ts';

export type Language = 'en' | 'zh-TW' | 'ja';
export const LANGUAGES: readonly Language[] = ['en', 'zh-TW', 'ja'];

export type MessageKey = keyof Messages;
type Values<Key extends MessageKey> = keyof Messages[Key] extends never ? [] : [values: Messages[Key]];

/** Says the text of a key in the language of the page. */
export type Say = <Key extends MessageKey>(key: Key, ...values: Values<Key>) => string;

/** Which texts there are: a file of each screen in each language, fetched when the screen is opened. */
const FILES = import.meta.glob<Record<string, string>>('./words/*/*.json', { import: 'default' });

const i18n = setupI18n();
const opened = new Set<string>();

/** Fetches the texts of a room in the language of the page, once. */
export async function loadWords(room: string): Promise<void> {
  opened.add(room);
  await loadRoom(i18n.locale as Language, room);
}

async function loadRoom(language: Language, room: string): Promise<void> {
  const load = FILES[`./words/${language}/${room}.json`];
  if (load === undefined) throw new Error(`no texts of ${room} in ${language}`);
  const texts = await load();
  i18n.load(language, texts);
}

/** Changes the language of the page with every text that it has fetched. */
export async function speak(language: Language): Promise<void> {
  // Texts that are loaded again would draw everything again.
  if (language === i18n.locale) return;
  await Promise.all([...opened].map((room) => loadRoom(language, room)));
  i18n.activate(language);
  document.documentElement.lang = language;
}

export function Words({ children }: { readonly children: ReactNode }): ReactNode {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}

export function useSay(): Say {
  const { i18n: current } = useLingui();
  const { locale } = current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes another function, so that what is kept for one is not said in another
  return useMemo<Say>(
    () =>
      (key, ...[values]) =>
        current._(key, values),
    [current, locale],
  );
}

export function useLanguage(): Language {
  return useLingui().i18n.locale as Language;
}

/** What a text within a component stands for: `<mark>…</mark>` in the catalog takes the element named `mark`. */
type Tags = Readonly<Record<string, ReactElement>>;

/** A text with parts that are more than text, such as marked evidence or links. */
export function Said<Key extends MessageKey>(
  props: { readonly text: Key; readonly tags?: Tags } & (keyof Messages[Key] extends never
    ? { readonly values?: never }
    : { readonly values: Messages[Key] }),
): ReactNode {
  return (
    <Trans
      id={props.text}
      values={asText(props.values ?? {})}
      components={{ mark: <mark />, b: <b />, ...props.tags }}
    />
  );
}

/** Values are text: a name that looks like a tag is handed over as an element, which is not looked into. */
function asText(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? [value] : value,
    ]),
  );
}
