import type { Asked, Dialect, Ending } from './script.ts';

/** How one API asks and answers on the wire. */
export type Voice = {
  readonly dialect: Dialect;
  /** The model that the path names, or '' where the body does; null: another path. */
  modelOf(path: string): string | null;
  keyOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined;
  read(body: Readonly<Record<string, unknown>>, path: string): WireRequest;
  /** What comes before the first piece, of a piece, and behind the last one: bodies of events. */
  opening(asked: Asked): string;
  piece(text: string, asked: Asked): string;
  ending(ending: Ending, asked: Asked): string;
  /** An error in the middle of a stream, and as a body of its own. */
  errorEvent(status: number, message: string): string;
  errorBody(status: number, message: string): string;
  /** The whole answer at once. */
  whole(text: string, ending: Ending, asked: Asked): string;
};

export type WireRequest = Omit<Asked, 'dialect' | 'authorization' | 'body'>;
