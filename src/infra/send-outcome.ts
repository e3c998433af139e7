/** What became of one message to one device, mailbox or chat. Reasons are short words for counts and logs; they quote nobody. */
export type SendOutcome =
  /** The other side has taken it. */
  | { readonly kind: 'sent' }
  /** Nothing is there any more, and never will be: the address is to be forgotten. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** Nobody took it, and it may be sent again: not before so long, where the other side says how long. */
  | { readonly kind: 'busy'; readonly reason: string; readonly retry_after_ms: number | null }
  /** This message is not taken for this address, however often it is sent. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody knows whether it was taken: the connection broke after all was said. To send it again may be to send it twice. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** Our own fault, the same for every address until an operator mends it. */
  | { readonly kind: 'misconfigured'; readonly reason: string };
