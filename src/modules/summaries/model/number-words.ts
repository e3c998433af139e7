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

export function numberWordsOf(text: string): readonly string[] {
  const others = text.replaceAll(WEEKDAYS, ' ');
  const found = [...WORDS, RACES].flatMap((pattern) => others.match(pattern) ?? []);
  const days = (text.match(WEEKDAYS) ?? []).map((day) => `週${day.at(-1)}`);
  return [...days, ...found].map((word) => word.toLowerCase().replaceAll('-', ' '));
}
