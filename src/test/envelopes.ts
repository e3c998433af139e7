import assert from 'node:assert/strict';

/** The two faces of a server, with what marks the errors of each. */
export const SURFACES = [
  { prefix: '/api/v1', keys: ['status', 'code', 'error', 'request_id'], version: undefined },
  { prefix: '/developer/v1', keys: ['success', 'error', 'code', 'request_id'], version: '2026-07-01' },
] as const;
export type SurfaceName = (typeof SURFACES)[number]['prefix'];

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** An answer of `fetch`, read to its end. */
export async function answerOf(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
}

/**
 * Holds an error to everything its surface promises: exact keys, headers, the request's id, and nothing of the inside.
 * Returns the parsed body.
 */
export function assertErrorAnswer(
  answer: Answer | undefined,
  expected: { surface: SurfaceName; status: number; code: string; requestId?: string },
): Record<string, unknown> {
  assert.ok(answer !== undefined, 'there is no answer');
  const surface = SURFACES.find(({ prefix }) => prefix === expected.surface);
  assert.ok(surface !== undefined);
  assert.equal(answer.status, expected.status, answer.text);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(answer.headers['x-api-version'], surface.version);
  const body: Record<string, unknown> = JSON.parse(answer.text);
  const details = 'details' in body && expected.surface === '/api/v1' ? ['details'] : [];
  const quota = expected.surface === '/api/v1' && expected.code === 'quota_exceeded' ? ['quota'] : [];
  assert.deepEqual(Object.keys(body), [...surface.keys, ...details, ...quota]);
  if (details.length > 0) assert.equal(body.code, 'validation_error');
  assert.equal(
    expected.surface === '/api/v1' ? body.status : body.success,
    expected.surface === '/api/v1' ? 'error' : false,
  );
  assert.equal(body.code, expected.code);
  assert.equal(typeof body.error, 'string');
  assert.match(String(body.request_id), /^[A-Za-z0-9._-]{1,128}$/);
  assert.equal(answer.headers['x-request-id'], body.request_id);
  if (expected.requestId !== undefined) assert.equal(body.request_id, expected.requestId);
  assertNothingLeaks(answer.text);
  return body;
}

/** No stack trace, path of ours or SQL. */
export function assertNothingLeaks(text: string): void {
  assert.doesNotMatch(
    text,
    /\.(?:ts|js|mjs):\d+|node_modules|\bat \w+ \(|\b(?:SELECT|INSERT INTO)\b.*\b(?:FROM|VALUES)\b/,
  );
}
