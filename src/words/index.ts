export { inEachLanguage, type MessageKey, type Phrases, phrase, phrasesIn } from './phrase.ts';
