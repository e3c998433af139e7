import { CHAT_NAMES, type ChatService } from '../../../infra/chat/index.ts';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import { LANGUAGES, type Language } from '../../../shared/languages.ts';
import { phrase } from '../../../words/index.ts';
import type { TellDeps } from '../centre/tell.ts';
import type { ChatAnswer, ChatEvent } from './chat.ts';
import { hashCode, readCode } from './link-code.ts';
import { notifyOfMovedChats } from './notify-of-moved-chats.ts';
import {
  type ConnectedNow,
  connectChats,
  disconnectChats,
  findConnected,
  holdWhomCodesConcern,
} from './queries.ts';

type Heard = { readonly event: ChatEvent } & (
  | { readonly wants: 'connect'; readonly code_hash: Buffer }
  | { readonly wants: 'end' | 'help' }
);

type Post = { readonly service: ChatService; readonly events: readonly ChatEvent[] };

/**
 * Processes the events of chats in one transaction. A repeated post changes nothing: a code is used up, and a request to stop that is
 * older than the chat's connection does not end it.
 *
 * @param inTransaction gets the answers, and may store something in the transaction
 */
export async function hearChats(
  deps: TellDeps & { readonly db: Database },
  { service, events }: Post,
  inTransaction: (tx: Transaction, answers: readonly ChatAnswer[]) => Promise<void> = async () => undefined,
): Promise<readonly ChatAnswer[]> {
  const heard = lastOfEachChat(events);
  if (heard.length === 0) return [];
  return await deps.db.transaction(async (tx) => {
    const connected = await connect(deps, tx, service, heard);
    const ended = await end(tx, service, heard);
    const known = await findConnected(tx, { service, chat_ids: heard.map(({ event }) => event.chat_id) });
    const answers = heard.flatMap((one) => {
      const text = answerTo(one, { service, connected, ended, known });
      return text === null ? [] : [answerIn(one.event, text)];
    });
    await inTransaction(tx, answers);
    return answers;
  });
}

/** A post may bring several events of one chat: the last one that means something counts. */
function lastOfEachChat(events: readonly ChatEvent[]): Heard[] {
  const heard = new Map<string, Heard>();
  for (const event of events) {
    const understood = understand(event);
    if (understood !== null) heard.set(event.chat_id, understood);
  }
  return [...heard.values()];
}

function understand(event: ChatEvent): Heard | null {
  if (event.kind === 'blocked') return { event, wants: 'end' };
  const code = readCode(event.text);
  if (code !== null) return { event, wants: 'connect', code_hash: hashCode(code) };
  if (isStop(event.text)) return { event, wants: 'end' };
  return /^\s*\/start\s*$/i.test(event.text) ? { event, wants: 'help' } : null;
}

type Words = ReadonlyMap<string, string>;

async function connect(
  deps: TellDeps,
  tx: Transaction,
  service: ChatService,
  heard: readonly Heard[],
): Promise<Words> {
  const codes = heard.filter((one) => one.wants === 'connect');
  if (codes.length === 0) return new Map();
  const sent = {
    service,
    now: deps.clock.now(),
    chat_ids: codes.map(({ event }) => event.chat_id),
    code_hashes: codes.map(({ code_hash }) => code_hash),
  };
  // The list includes chats that asked for something else, since codes can change them too.
  const chat_ids = heard.map(({ event }) => event.chat_id);
  await holdWhomCodesConcern(tx, { ...sent, chat_ids });
  const connected = await connectChats(tx, sent);
  await notifyOfMovedChats(
    deps,
    tx,
    service,
    connected.flatMap(({ former_id }) => former_id ?? []),
  );
  return new Map(connected.map((one) => [one.chat_id, wordsOf(one)]));
}

function wordsOf({ username, language, former_id, former_language }: ConnectedNow): string {
  const moved = former_id !== null;
  const readers = moved ? [former_language, language] : [language];
  return connectedWords(readers.map(languageOf), { username, moved });
}

async function end(tx: Transaction, service: ChatService, heard: readonly Heard[]): Promise<Words> {
  const asked = heard.filter(({ wants }) => wants === 'end').map(({ event }) => event);
  if (asked.length === 0) return new Map();
  const chat_ids = asked.map(({ chat_id }) => chat_id);
  const ended = await disconnectChats(tx, { service, chat_ids, asked_at: asked.map(({ at }) => at) });
  return new Map(ended.map(({ chat_id, language }) => [chat_id, endedWords(languageOf(language))]));
}

const languageOf = (preferred: string | null): Language =>
  LANGUAGES.find((language) => language === preferred) ?? 'en';

type Outcome = Pick<Post, 'service'> & {
  readonly connected: Words;
  readonly ended: Words;
  readonly known: ReadonlySet<string>;
};

/** @returns null when no answer is sent */
function answerTo({ event, wants }: Heard, { service, connected, ended, known }: Outcome): string | null {
  // A person who has blocked the account cannot be sent an answer.
  if (event.kind === 'blocked') return null;
  const { chat_id } = event;
  if (wants === 'end') return ended.get(chat_id) ?? null;
  const words = connected.get(chat_id);
  if (words !== undefined) return words;
  // The code that connected this chat may have been delivered twice.
  return wants === 'connect' && known.has(chat_id) ? null : noCodeWords(service);
}

const answerIn = ({ chat_id, reply_token }: ChatEvent, text: string): ChatAnswer => ({
  chat_id,
  reply_token,
  text,
});

/** Whether the text is one of the stop words of any language of the product. */
function isStop(text: string): boolean {
  const said = text.slice(0, 200).normalize('NFKC').trim().toLowerCase();
  return LANGUAGES.some((language) =>
    phrase(language, 'notifications.chat.stopWords').split(', ').includes(said),
  );
}

const connectedWords = (
  languages: readonly Language[],
  connected: { readonly username: string; readonly moved: boolean },
): string =>
  [...new Set(languages)]
    .map((language) => phrase(language, 'notifications.chat.connected', connected))
    .join('\n\n');
const endedWords = (language: Language): string => phrase(language, 'notifications.chat.ended');
const noCodeWords = (service: ChatService): string =>
  LANGUAGES.map((language) =>
    phrase(language, 'notifications.chat.noCode', { service: CHAT_NAMES[service] }),
  ).join('\n\n');
