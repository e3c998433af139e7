import { invalidField } from '../../../shared/errors.ts';
import { GENERAL_TOPIC } from '../delivery/audiences.ts';

export const MAX_TOPIC_CHARS = 900;
/** As push services have it. Source: the Firebase Admin SDK's check of topic names. */
export const TOPIC_PATTERN = `^[a-zA-Z0-9\\-_.~%]{1,${MAX_TOPIC_CHARS}}$`;
export const TOPIC_IN_WORDS = `must have 1 to ${MAX_TOPIC_CHARS} characters, each a letter (A–Z, a–z), a digit or one of - _ . ~ %`;
const TOPIC = new RegExp(TOPIC_PATTERN);

const isReserved = (topic: string): boolean => topic === GENERAL_TOPIC || topic.startsWith('org-');

/** @throws validationError unless people may subscribe to the topic */
export function requireOpenTopic(topic: string): void {
  if (!TOPIC.test(topic)) throw invalidField('topic', TOPIC_IN_WORDS);
  if (isReserved(topic))
    throw invalidField(
      'topic',
      'must be another than general and those that begin with org-: they come by themselves',
    );
}
