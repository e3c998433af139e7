import type { Language } from '../../../shared/languages.ts';

/** How somebody is spoken to. `rex` is short, direct and a bit dry, `joy` warm and encouraging. */
export type Voice = {
  readonly language: Language;
  readonly persona: 'rex' | 'joy';
  readonly unit_system: 'metric' | 'imperial';
};
