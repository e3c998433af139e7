import type { InEachLanguage } from '../../../shared/languages.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import type { Tips } from './tips.ts';
import { TIPS_EN } from './tips-en.ts';
import { TIPS_JA } from './tips-ja.ts';
import { TIPS_ZH_TW } from './tips-zh-tw.ts';
import type { Voice } from './voice.ts';

const TIPS: InEachLanguage<Tips> = { en: TIPS_EN, 'zh-TW': TIPS_ZH_TW, ja: TIPS_JA };

export function tipFor(
  { workout_type, phase }: Pick<PlannedWorkout, 'workout_type' | 'phase'>,
  { language, persona }: Voice,
  variant: number,
): string {
  const tapering = phase === 'taper' && HARD_TYPES.has(workout_type) && workout_type !== 'race';
  const tips = TIPS[language][persona][tapering ? 'taper' : workout_type];
  return tips[Math.abs(Math.trunc(variant)) % tips.length] ?? '';
}
