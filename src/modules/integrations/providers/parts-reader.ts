import type { Notice } from '../notice.ts';

/**
 * Makes notices of bytes as they came, and of nothing else: it runs on a thread where they are many.
 *
 * @throws UnreadableDelivery for what is none of the platform's
 */
export type PartsReader = (parts: readonly Uint8Array[]) => readonly Notice[];
