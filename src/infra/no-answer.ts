import { PostError } from './http-client/index.ts';
import type { SendOutcome } from './send-outcome.ts';

/** What came of a message that no service answered. @throws what is no PostError */
export function outcomeOfNoAnswer(error: unknown): SendOutcome {
  if (!(error instanceof PostError)) throw error;
  const { fault, may_have_arrived } = error;
  return may_have_arrived
    ? { kind: 'unknown', reason: fault === 'timeout' ? 'no_answer' : 'broken_off' }
    : { kind: 'busy', reason: 'unreachable', retry_after_ms: null };
}
