import type { Notice } from '../notice.ts';

/**
 * Makes notices from the bytes alone, since it runs on a thread where there are many.
 *
 * @throws UnreadableDelivery for bytes that are none of the platform's
 */
export type PartsReader = (parts: readonly Uint8Array[]) => readonly Notice[];
