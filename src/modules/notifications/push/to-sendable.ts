import { invalidField } from '../../../shared/errors.ts';
import { type AskedPush, NAMES_OF_THE_SERVER, type WrittenPush } from './push.ts';
import { requirePushFits } from './require-push-fits.ts';

/** Names that push services keep for themselves. Source: the reserved keys of Firebase Cloud Messaging. */
const RESERVED_NAMES = ['from', 'message_type', 'collapse_key'];
const RESERVED_BEGINNINGS = ['google', 'gcm'];
/**
 * A push as it is sent: the sender's data with what the server adds.
 *
 * @param written.text_field the field of the request that the text came in
 * @throws validationError when no push service would accept it, or its data uses a name of the server
 */
export function toSendable(
  { title, body, data: written, text_field }: AskedPush,
  said: { readonly type: 'direct' | 'topic'; readonly org_id?: string },
): WrittenPush {
  for (const name of Object.keys(written)) requireFreeName(name);
  const push = { title, body, data: { ...written, ...said } };
  requirePushFits(push, { said, text_field });
  return push;
}

function requireFreeName(name: string): void {
  const lower = name.toLowerCase();
  if (NAMES_OF_THE_SERVER.includes(lower)) {
    throw invalidField(
      `data.${lower}`,
      'is said by the server itself, in what it has to tell: call it something else',
    );
  }
  const isReserved =
    RESERVED_NAMES.includes(lower) || RESERVED_BEGINNINGS.some((beginning) => lower.startsWith(beginning));
  if (!isReserved) return;
  throw invalidField(
    `data.${name.slice(0, 100)}`,
    'is a name that push services keep for themselves, as all that begin with google or gcm: call it something else',
  );
}
