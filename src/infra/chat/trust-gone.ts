import type { SendOutcome } from '../send-outcome.ts';

/** What is said of each chat where the account in our settings is another one than people have connected. */
const MAYBE_OURS: readonly string[] = ['unknown_user', 'unknown_chat'];

/** Tells a chat that is gone from an account that is the wrong one: while it has taken nothing, nobody loses their chat. */
export function trustGone(): (outcome: SendOutcome) => SendOutcome {
  let has_taken = false;
  return (outcome) => {
    if (outcome.kind === 'sent') has_taken = true;
    if (outcome.kind !== 'gone' || has_taken || !MAYBE_OURS.includes(outcome.reason)) return outcome;
    return { kind: 'refused', reason: outcome.reason };
  };
}
