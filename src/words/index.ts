export {
  inEachLanguage,
  NONE,
  type Phrases,
  phrase,
  phrasesIn,
  phrasesInTurn,
} from './phrase.ts';
