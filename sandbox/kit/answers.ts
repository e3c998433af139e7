/** What goes back to whoever called: text and bytes as they are. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** Or the line is cut, or nobody ever answers. */
export type Said = Answer | 'drop' | 'silent';

export class Refused extends Error {
  readonly answer: Answer;

  constructor(answer: Answer, why = `refused with ${answer.status}`) {
    super(why);
    this.answer = answer;
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function json(status: number, value: unknown, headers: Answer['headers'] = {}) {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

export function html(status: number, body: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

/** A member of what somebody sent as JSON, of whose shape nothing is known. */
export type Json = Readonly<Record<string, unknown>>;

/** The object that a text holds; null where it holds none. */
export function readObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
