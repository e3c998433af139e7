import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { Language } from '../src/shared/languages.ts';

/** What a message leaves open, by name. */
export type Placeholders = ReadonlyMap<string, Placeholder>;
type Placeholder = {
  /** Of TypeScript, for who fills it in. */
  readonly type: string;
  /** Whether a plural chooses by it. */
  readonly counts: boolean;
  /** Whether it is put in as it is. */
  readonly is_said: boolean;
  /** Names that a select chooses by, but for `other`. */
  readonly options: ReadonlySet<string>;
};

type Message = { readonly placeholders: Placeholders; readonly faults: readonly string[] };

/** A message in ICU MessageFormat as far as our catalogs use it. One that cannot be read leaves nothing open. */
export function readMessage(text: string, language: Language): Message {
  try {
    const elements = [...elementsOf(parse(text, { ignoreTag: true, captureLocation: true }))];
    const faults = elements.flatMap((element) => faultsOf(element, language));
    return { placeholders: placeholdersOf(elements), faults };
  } catch (error) {
    const at = error instanceof SyntaxError ? locationOf(error) : '';
    return { placeholders: new Map(), faults: [`cannot be read: ${String(error)}${at}`] };
  }
}

/** The parser says where in a property of its own. */
function locationOf(error: SyntaxError): string {
  const { location } = error as { location?: { start?: { offset?: number } } };
  return location?.start?.offset === undefined ? '' : ` at character ${location.start.offset + 1}`;
}

function* elementsOf(message: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of message) {
    yield element;
    if (!isPluralElement(element) && !isSelectElement(element)) continue;
    for (const { value } of Object.values(element.options)) yield* elementsOf(value);
  }
}

function faultsOf(element: MessageFormatElement, language: Language): string[] {
  if (isPoundElement(element))
    return ['has a #: write the placeholder itself, since digits are grouped by no text of ours'];
  if (isLiteralElement(element))
    return /[{}]/.test(element.value) ? ['has a brace that neither opens nor closes a placeholder'] : [];
  if (isSelectElement(element) || isArgumentElement(element)) return [];
  if (!isPluralElement(element))
    return [
      `formats ${'value' in element ? `{${String(element.value)}}` : 'something'}: quantities come as words already`,
    ];
  const rules = new Intl.PluralRules(language, { type: element.pluralType ?? 'cardinal' });
  const known = rules.resolvedOptions().pluralCategories;
  const unknown = Object.keys(element.options).filter(
    (option) => !/^=\d+$/.test(option) && !known.some((category) => category === option),
  );
  return unknown.map(
    (option) => `has a plural form ${option} of {${element.value}} that this language has not`,
  );
}

function placeholdersOf(elements: readonly MessageFormatElement[]): Placeholders {
  const named = elements.filter(
    (element) => isArgumentElement(element) || isPluralElement(element) || isSelectElement(element),
  );
  const byName = Map.groupBy(named, ({ value }) => value);
  return new Map(
    [...byName].map(([name, uses]) => {
      const selects = uses.filter(isSelectElement);
      const options = new Set(selects.flatMap((use) => Object.keys(use.options)));
      options.delete('other');
      const counts = uses.some(isPluralElement);
      const is_said = uses.some(isArgumentElement);
      const type = typeOf({ counts, options, is_said: is_said || selects.length === 0 });
      return [name, { type, counts, options, is_said }];
    }),
  );
}

/** What is said may be any text, though a select chooses by it, too. */
function typeOf({ counts, options, is_said }: Pick<Placeholder, 'counts' | 'options' | 'is_said'>): string {
  if (counts) return 'number';
  if (is_said) return 'Text';
  if ([...options].every((option) => option === 'true' || option === 'false')) return 'boolean';
  return [...options, 'other'].map((option) => `'${option}'`).join(' | ');
}
