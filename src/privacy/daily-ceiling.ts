import type { Audience } from './audience.ts';
import { allOn, namesOf, type Split, split } from './mask.ts';
import type { PrivacySetting, PrivacySettings } from './settings.ts';

type Needs = {
  readonly coach: readonly PrivacySetting[];
  readonly program: readonly PrivacySetting[];
  /** Whether a language model sees it where a coach does. */
  readonly ai?: true;
};

const FEEDBACK = {
  coach: ['share_feedback_with_coach'],
  program: ['share_feedback_with_api'],
} as const;

/** What athletes tell from day to day, with what each part needs before others see it. */
const DAILY_PARTS = {
  /** Rating of effort and feeling, and the load that follows from them. */
  effort: FEEDBACK,
  note: FEEDBACK,
  skip: FEEDBACK,
  pain: { ...FEEDBACK, coach: [...FEEDBACK.coach, 'share_injuries_with_coach'] },
  /** Days and minutes without the reason are what a plan needs to know, whoever writes it. */
  availability: {
    coach: ['share_availability_with_coach'],
    program: ['share_availability_with_api'],
    ai: true,
  },
  availability_reason: {
    coach: ['share_availability_with_coach'],
    program: ['share_availability_with_api'],
  },
  /** Injuries and illnesses, with what running they allow. */
  injuries: { coach: ['share_injuries_with_coach'], program: ['share_availability_with_api'] },
  /** Answers to club sessions, and who was there. Coaches keep the register, so it is theirs as well. */
  attendance: { coach: [], program: ['share_sessions_with_api'] },
} as const satisfies Record<string, Needs>;
export type DailyPart = keyof typeof DAILY_PARTS;

/** Which parts of what an athlete tells one audience may see; the hidden ones are what `privacy_filtered` names. */
export type DailyCeiling = { readonly parts: Split<DailyPart> };

/** The ceiling over what athletes tell from day to day. Pure; turning a setting off never shows more. */
export function dailyCeiling(input: { settings: PrivacySettings; audience: Audience }): DailyCeiling {
  const { settings, audience } = input;
  return { parts: split(namesOf(DAILY_PARTS), (part) => opens(DAILY_PARTS[part], settings, audience)) };
}

function opens({ coach, program, ai }: Needs, settings: PrivacySettings, audience: Audience): boolean {
  switch (audience) {
    case 'self':
      return true;
    case 'coach':
      return allOn(settings, coach);
    case 'ai':
      return ai === true && allOn(settings, coach);
    case 'organization_api':
    case 'export':
      return allOn(settings, [...coach, ...program]);
    case 'public':
      return false;
  }
}
