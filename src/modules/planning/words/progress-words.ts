import type { InEachLanguage, Language } from '../../../shared/languages.ts';
import type { ProgressStatus } from '../engine/engine.ts';

const WORDS: InEachLanguage<Readonly<Record<ProgressStatus, string>>> = {
  en: {
    preparing: 'Gathering what the plan is made from.',
    generating: 'Building the plan.',
    checking: 'Checking the plan against the training rules.',
    falling_back: 'The model has not delivered a sound plan; the built-in engine takes over.',
    finished: 'Done.',
  },
  'zh-TW': {
    preparing: '正在整理制定課表所需的資料。',
    generating: '正在編排課表。',
    checking: '正在依訓練規則檢查課表。',
    falling_back: '模型未能產生合格的課表，改由內建引擎接手。',
    finished: '完成。',
  },
  ja: {
    preparing: 'プランに必要な情報をまとめています。',
    generating: 'プランを作成しています。',
    checking: 'プランをトレーニングのルールに照らして確認しています。',
    falling_back: 'モデルが適切なプランを作れなかったため、内蔵エンジンに切り替えます。',
    finished: '完了しました。',
  },
};

/** What is being done at the moment. */
export function progressWords(status: ProgressStatus, language: Language): string {
  return WORDS[language][status];
}
