import { MAX_PUSH_BYTES, type PushMessage, sizeOfPush } from '../../../infra/push/index.ts';
import { CAMPAIGN, noticeKind, TOPIC } from './kinds.ts';
import type { SentMessage, TakenDelivery } from './send-queries.ts';
import { shorten } from './shorten.ts';

/** Bytes as JSON, for text that was not limited when it came in: push services take 4 KB in all. The app shows what does not fit. */
const MAX_TITLE_BYTES = 400;
const MAX_BODY_BYTES = 2_000;
const EMPTY = { title: '', body: '', data: {} };
const MAX_DATA_BYTES = MAX_PUSH_BYTES - MAX_TITLE_BYTES - MAX_BODY_BYTES - sizeOfPush(EMPTY);

export function composePush(message: SentMessage, notification: TakenDelivery['notification']): PushMessage {
  if (notification === null) {
    const isCampaign = message.kind === 'campaign';
    const { urgency, ttl_s } = isCampaign ? CAMPAIGN : TOPIC;
    const { title, body } = { title: message.title ?? '', body: message.body ?? '' };
    const words = isCampaign ? shortened(title, body) : { title, body };
    return { id: message.id, ...words, data: message.data, urgency, ttl_s };
  }
  const { id, type, category, title, message: body, data } = notification;
  const { urgency, ttl_s } = noticeKind(type);
  const said = within(MAX_DATA_BYTES, { type, category, notification_id: id }, asStrings(data));
  return { id, ...shortened(title, body), data: said, urgency, ttl_s };
}

const shortened = (title: string, body: string) => ({
  title: shorten(title, MAX_TITLE_BYTES, sizeOf),
  body: shorten(body, MAX_BODY_BYTES, sizeOf),
});

type Data = Readonly<Record<string, string>>;

const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - '""'.length;

/** Push services take strings only. Null values are left out. */
function asStrings(data: Readonly<Record<string, unknown>>): Data {
  const said = Object.entries(data).filter(([, value]) => value !== null);
  return Object.fromEntries(
    said.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/**
 * The needed data, which override the rest, and the shortest of the rest as far as there is room. The app gets the others from the
 * centre.
 */
function within(room: number, needed: Data, rest: Data): Data {
  const size = (entry: readonly [string, string]): number => sizeOf(entry[0]) + sizeOf(entry[1]);
  const bySize = Object.entries(rest).sort((one, other) => size(one) - size(other));
  let said = needed;
  for (const [name, value] of bySize) {
    const more = { [name]: value, ...said };
    if (sizeOfPush({ ...EMPTY, data: more }) - sizeOfPush(EMPTY) > room) break;
    said = more;
  }
  return said;
}
