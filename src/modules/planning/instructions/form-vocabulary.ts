import { WEEKDAYS } from '../../../shared/calendar.ts';
import {
  FORM_FIELDS,
  FORM_KINDS,
  FORM_WORDS,
  type FormVocabulary,
} from '../../../training/plan-request/read-form.ts';
import type { Phrases } from '../../../words/index.ts';

const SLOTS = {
  days: '{days}',
  day: '{day}',
  distance: '{distance}',
  count: '{count}',
  kinds: '{kinds}',
  off: '{off}',
  train: '{train}',
  most: '{most}',
  no: '{no}',
  longRun: '{longRun}',
  aWeek: '{aWeek}',
} as const;

export function formVocabulary(say: Phrases): FormVocabulary {
  const counts = variants(say('planning-forms.counts'));
  return {
    forms: byName(FORM_FIELDS, (field) => variants(say(`planning-forms.${field}`, SLOTS))),
    words: byName(FORM_WORDS, (word) => variants(say(`planning-forms.${word}`))),
    weekdays: byName([...WEEKDAYS, 'weekend'], (day) => variants(say(`planning-forms.weekday.${day}`))),
    kinds: byName(FORM_KINDS, (kind) => variants(say(`planning-forms.kind.${kind}`))),
    counts: counts.map((words) => variants(words, '/')),
    units: { km: variants(say('planning-forms.km')), mi: variants(say('planning-forms.mi')) },
    joint: variants(say('planning-forms.joint')),
    joint_of_kinds: variants(say('planning-forms.jointOfKinds')),
    politeness: variants(say('planning-forms.politeness')),
  };
}

export function variants(text: string, mark = '|'): string[] {
  return text.split(mark).map((one) => one.trim());
}

function byName<Name extends string>(
  names: readonly Name[],
  wordsOf: (name: Name) => readonly string[],
): Readonly<Record<Name, readonly string[]>> {
  return Object.fromEntries(names.map((name) => [name, wordsOf(name)])) as Record<Name, readonly string[]>;
}
