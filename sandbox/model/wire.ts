import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '../kit/answers.ts';
import type { Asked, Dialect, Ending } from './script.ts';

export type Voice = {
  readonly dialect: Dialect;
  /** The model that the path names, or '' where the body does; null: another path. */
  modelOf(path: string): string | null;
  keyOf(headers: IncomingHttpHeaders): unknown;
  read(body: Json, path: string): Omit<Asked, 'dialect' | 'authorization' | 'body'>;
  /** What comes before the first piece, of a piece, and behind the last one: bodies of events. */
  opening(asked: Asked): string;
  piece(text: string, asked: Asked): string;
  ending(ending: Ending, asked: Asked): string;
  /** An error: an event in the middle of a stream, perhaps with a name, or a body of its own. */
  fault(status: number, message: string): unknown;
  readonly fault_event?: string;
  whole(text: string, ending: Ending, asked: Asked): unknown;
};

/** These read JSON whose shape nobody has checked. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** What those say who have one of these roles, of several messages with a blank line between them. */
export function saidBy(messages: unknown, ...roles: readonly string[]): string {
  return list(messages)
    .map(object)
    .filter(({ role }) => roles.includes(text(role)))
    .map(({ content, parts }) => contentText(content ?? parts))
    .join('\n\n');
}

/** Content of a message: a text, or parts of which some are texts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(object(part).text))
    .join('');
}

export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}
