export {
  inEachLanguage,
  type KeyInTurn,
  type MessageKey,
  NONE,
  type Phrases,
  type PhrasesInTurn,
  phrase,
  phrasesIn,
  phrasesInTurn,
} from './phrase.ts';
