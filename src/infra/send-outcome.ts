/** The outcome of one message to one device, mailbox or chat. Reasons are short words for counts and logs and quote nobody. */
export type SendOutcome =
  /** The other side has accepted it. */
  | { readonly kind: 'sent' }
  /** The address no longer exists and is to be forgotten. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** It was not accepted and may be sent again, after the given time if any. */
  | { readonly kind: 'busy'; readonly reason: string; readonly retry_after_ms: number | null }
  /** This message is never accepted for this address. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The outcome is unknown: the connection broke after everything was sent. Sending again may duplicate it. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** Our settings are wrong, the same for every address until an operator corrects them. */
  | { readonly kind: 'misconfigured'; readonly reason: string };
