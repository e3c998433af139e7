import type { SendOutcome } from '../send-outcome.ts';

/** Said of every chat when the configured account differs from the one that people have connected. */
const MAYBE_OURS: readonly string[] = ['unknown_user', 'unknown_chat'];

/** Distinguishes a chat that is gone from a wrong account: until the account has delivered something, nobody's chat is removed. */
export function trustGone(): (outcome: SendOutcome) => SendOutcome {
  let has_taken = false;
  return (outcome) => {
    if (outcome.kind === 'sent') has_taken = true;
    if (outcome.kind !== 'gone' || has_taken || !MAYBE_OURS.includes(outcome.reason)) return outcome;
    return { kind: 'refused', reason: outcome.reason };
  };
}
