/** What goes back to whoever called. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is sent; null: no body. */
  readonly body: string | null;
};

export function json(status: number, body: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}

export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** A call that the platform refuses, with the one shape that its errors have. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(status: number, message: string, [resource, field, code]: readonly [string, string, string]) {
    super(`${message}: ${resource} ${field} ${code}`);
    this.answer = json(status, { message, errors: [{ resource, field, code }] });
  }
}

export function badRequest(resource: string, field: string, code: string): Refusal {
  return new Refusal(400, 'Bad Request', [resource, field, code]);
}

export function unauthorized(resource: string, field: string, code: string): Refusal {
  return new Refusal(401, 'Authorization Error', [resource, field, code]);
}

export function notFound(resource: string, field = ''): Refusal {
  return new Refusal(404, 'Record Not Found', [resource, field, 'not found']);
}

/** The token is no token, or none any more. */
export const invalidToken = (): Refusal => unauthorized('Athlete', 'access_token', 'invalid');
