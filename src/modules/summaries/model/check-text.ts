import { isWrittenIn, namesPage } from '../../../infra/llm/index.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Draft, SpokenFacts } from '../facts.ts';
import { type Figure, readFigures } from './figures.ts';

/**
 * Numbers that are written as words. Digits are what models are asked for, so this need not tell what a number is: where one might be
 * meant, the text is not taken. What is an ordinary word as often ("first", 一起, 十分 of Chinese) is asked to be put otherwise.
 */
const WORDS: readonly RegExp[] = [
  /\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)s?\b/giu,
  /\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b/giu,
  /\b(?:hundred|thousand|million|billion|dozen|couple|quarter|third|half|halves)s?\b/giu,
  /\b(?:second|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|hundred|thousand)th|twentieth|thirtieth)\b/giu,
  /\b(?:twice|thrice|doubl\w*|tripl\w*|quadrupl\w*|halv\w*)\b/giu,
  // "One" and "a" are numbers before what is measured.
  /\b(?:one|an?|half an?) (?:hour|minute|second|km|kilomet\w*|mile|met(?:er|re)|per ?cent)\b/giu,
  // Roman ones.
  /\b(?=[IVXLCDM]{2,}\b)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b/gu,
  /[二三四五六七八九十百千万萬億亿兆兩两零廿卅壹貳柒玖佰仟弐]+/gu,
  /一(?= ?(?:公里|公尺|英里|個?小時|個?鐘頭|分|秒|時間|キロ|メートル|マイル|倍|半|成|割))/gu,
  /倍|(?<![前後后])半(?!場)/gu,
  /(?:ふた|みっ|よっ|いつ|むっ|なな|やっ|ここの)つ|(?:じゅう|ひゃく)(?=分|秒|時間|回|キロ|メートル)|ダブル|トリプル|ハーフ/gu,
];

/** Words for distances that everybody knows. */
const RACES = /\b(?:(?:ultra|half)[- ]?)?marathons?\b|全馬|半馬|半程|馬拉松|(?:フル|ハーフ)?マラソン/giu;

const WEEKDAYS = /(?:週|周|星期|禮拜)[一二三四五六]/gu;

function numberWordsOf(text: string): readonly string[] {
  const others = text.replaceAll(WEEKDAYS, ' ');
  const found = [...WORDS, RACES].flatMap((pattern) => others.match(pattern) ?? []);
  const days = (text.match(WEEKDAYS) ?? []).map((day) => `週${day.at(-1)}`);
  return [...days, ...found].map((word) => word.toLowerCase().replaceAll('-', ' '));
}

/** What is wrong with a model's words: for the model, and by a name that says none of them, for the log. */
export type Problem = {
  readonly kind:
    | 'empty'
    | 'too_long'
    | 'signs'
    | 'link'
    | 'other_matters'
    | 'health'
    | 'name'
    | 'language'
    | 'number'
    | 'number_as_word'
    | 'unit';
  readonly words: string;
};

export type CheckedText = { readonly text: string } | { readonly problems: readonly Problem[] };

const MOST_CHARACTERS: Readonly<Record<Draft['kind'], number>> = { activity: 500, weekly: 900 };
const FEWEST_CHARACTERS = 12;
const MOST_PROBLEMS = 8;

/**
 * Whether a text says nothing but what the facts say, as far as that can be told: each number in it is one of theirs, counting the same;
 * and it has plain words alone. Taken whole or not at all: what is cut out of a sentence makes another sentence.
 */
export function checkText(
  answer: string,
  { kind, voice: { language }, facts }: Pick<Draft, 'kind' | 'voice' | 'facts'>,
): CheckedText {
  const text = answer.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (text.length < FEWEST_CHARACTERS) return { problems: [{ kind: 'empty', words: 'It says nothing.' }] };
  if (text.length > MOST_CHARACTERS[kind])
    return {
      problems: [{ kind: 'too_long', words: `It has more than ${MOST_CHARACTERS[kind]} characters.` }],
    };
  const problems = [
    ...problemsOfWords(text, language),
    ...problemsOfNumbers(text, facts),
    ...strangers(text, facts),
  ];
  return problems.length === 0 ? { text } : { problems: problems.slice(0, MOST_PROBLEMS) };
}

/** Letters, digits and the marks of sentences; no mark-up, no link, no quote of code, nothing unseen. */
const PLAIN = /^[\p{L}\p{M}\p{Nd} .,;:!?'’"“”()–—\-×%/~・·、。「」『』〜]+$/u;

const FORBIDDEN: readonly (readonly [RegExp, Problem['kind'], string])[] = [
  [
    /\b(?:instructions?|prompts?|assistant|language model|ai|api|json|token|password|script|javascript|system|admin|click|https?|email|e-mail|ignore|disregard|override)\b|指示を|無視|忽略|指令|提示詞|系統|密碼|パスワード|プロンプト/iu,
    'other_matters',
    'It speaks of something else than the training.',
  ],
  [
    /\b(?:injur\w*|diagnos\w*|doctors?|medical\w*|disease|illness|sick|pain\w*)\b|受傷|疾病|生病|醫師|醫生|怪我|病気|医師|痛み/iu,
    'health',
    'It speaks of health, of which the facts say nothing.',
  ],
  [/さん|くん|選手|先生|小姐|同學/u, 'name', 'It names somebody.'],
];

function problemsOfWords(text: string, language: Language): Problem[] {
  const seen = text.normalize('NFKC');
  if (!PLAIN.test(seen))
    return [
      { kind: 'signs', words: 'It has characters other than letters, digits and the marks of sentences.' },
    ];
  const forbidden = FORBIDDEN.filter(([pattern]) => pattern.test(seen)).map(([, kind, words]) => ({
    kind,
    words,
  }));
  const found: Problem[] = namesPage(seen)
    ? [{ kind: 'link', words: 'It has a link or an address.' }, ...forbidden]
    : forbidden;
  return isWrittenIn(language, seen)
    ? found
    : [...found, { kind: 'language', words: 'It is in another language.' }];
}

/** Digits in other signs than 0 to 9, wide ones excepted: ①, ½, Ⅳ, ٣, 〇. */
const OTHER_DIGITS = /(?![0-9０-９])\p{N}/u;
/** What measures something without a number, once all figures are taken out: the number may be a word of another language. */
const LONE_UNIT = /(?<!\p{L})(?:km|mi|bpm|kcal|kph|mph)(?!\p{L})|%|\//iu;

function problemsOfNumbers(text: string, facts: SpokenFacts): Problem[] {
  if (OTHER_DIGITS.test(text))
    return [{ kind: 'signs', words: 'It has numbers in other signs than the digits 0 to 9.' }];
  const known = Object.values(facts).map((fact) => fact.normalize('NFKC'));
  const figures = known.flatMap((fact) => readFigures(fact).figures);
  const words = new Set(known.flatMap(numberWordsOf));
  const said = readFigures(text.normalize('NFKC'));
  return [
    ...said.figures
      .filter((figure) => !figures.some((fact) => isSame(figure, fact)))
      .map(
        ({ written }): Problem => ({
          kind: 'number',
          words: `It says "${written.trim()}", which is none of the facts. Write figures as they are given, with their units.`,
        }),
      ),
    ...numberWordsOf(said.rest)
      .filter((word) => !words.has(word))
      .map(
        (word): Problem => ({
          kind: 'number_as_word',
          words: `It says "${word}". Write no number as a word, and say this in other words.`,
        }),
      ),
    ...(LONE_UNIT.test(said.rest)
      ? [
          {
            kind: 'unit' as const,
            words: 'It has a unit or a stroke without a figure of the facts before it.',
          },
        ]
      : []),
  ];
}

function isSame(figure: Figure, fact: Figure): boolean {
  const isKind = figure.kind === fact.kind || (figure.kind === 'clock' && fact.kind === 'seconds');
  return isKind && figure.value === fact.value;
}

const KNOWN_NAMES: ReadonlySet<string> = new Set(
  `I Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October
  November December VDOT`.split(/\s+/),
);

/** Latin words with a capital within a sentence, which the facts have not: whoever they are, nobody told the model of them. */
function strangers(text: string, facts: SpokenFacts): Problem[] {
  const given = new Set(Object.values(facts).flatMap((fact) => fact.match(/[\p{L}\p{M}]+/gu) ?? []));
  const names = [...text.matchAll(/(?<![.!?:。！？「“"]\s?|^)(?<![\p{L}\p{M}'’])\p{Lu}[\p{L}\p{M}]*/gu)]
    .map(([name]) => name)
    .filter((name) => !KNOWN_NAMES.has(name) && !given.has(name));
  return names
    .slice(0, 1)
    .map((name) => ({ kind: 'name', words: `It says "${name}", which is a name or none of the facts.` }));
}
