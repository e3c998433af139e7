import type { Schemas } from '../../client/api.ts';
import { useSay } from '../../say.tsx';

const REASONS = [
  'no_device',
  'no_verified_email',
  'no_chat',
  'email_off',
  'switched_off',
  'opted_out',
] as const satisfies readonly (keyof Schemas['SkippedPeople'])[];

/** Why a message does not go to some, a sentence a reason. */
export function useSkipped(): (skipped: Schemas['SkippedPeople']) => readonly string[] {
  const say = useSay();
  return (skipped) =>
    REASONS.filter((reason) => skipped[reason] > 0).map((reason) =>
      say(`campaigns.skipped.${reason}`, { count: skipped[reason] }),
    );
}
