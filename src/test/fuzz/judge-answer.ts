import { isBeyondSchemas } from './beyond-schemas.ts';
import type { DescribedOperation } from './described-operations.ts';
import type { MadeRequest } from './make-request.ts';

export type Received = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** What any address can answer, as the introductions of the documents say. */
const ANYWHERE = [400, 404, 405, 408, 431];
/** Of failures that lie with others: the operator has not set something up, or a platform does not answer. */
const NOT_OURS = ['not_configured', 'upstream_error'];
/** In the way before a request is looked at: limits, and what the operator has not set up. */
const BEFORE_ALL = [429, 503];

/** What is wrong with an answer, each in a sentence; nothing where it is as the document says. */
export function judgeAnswer(request: MadeRequest, answer: Received): string[] {
  const { operation, intent } = request;
  const described = intent === 'wrong_method' ? undefined : operation.answers.get(answer.status);
  const faults = [...faultsOfStatus(request, answer)];
  if (described === undefined) {
    if (!ANYWHERE.includes(answer.status)) faults.push(`the status ${answer.status} is not documented`);
    return faults;
  }
  for (const [name, { required, isNumber, check }] of described.headers) {
    const value = answer.headers.get(name);
    if (value === null && required && !isBeforeKey(answer)) faults.push(`the header ${name} is missing`);
    const misfit = value === null ? null : check(isNumber ? Number(value) : value);
    if (misfit !== null) faults.push(`the header ${name} is ${value}: ${misfit}`);
  }
  return [...faults, ...faultsOfBody(described, answer)];
}

/** What cannot be read at all is refused before it is known whose key it is. */
function isBeforeKey({ status, text }: Received): boolean {
  return status === 400 && text.includes('The URL is not valid');
}

function faultsOfBody(
  { media_type, check }: NonNullable<ReturnType<DescribedOperation['answers']['get']>>,
  { headers, text }: Received,
): string[] {
  const type = headers.get('content-type') ?? undefined;
  if (media_type === undefined) return text === '' ? [] : ['there is a body where none is documented'];
  if (type?.split(';')[0] !== media_type) return [`the content type is ${type}, not ${media_type}`];
  const parts =
    media_type === 'application/json'
      ? [text]
      : media_type === 'text/event-stream'
        ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
        : [];
  return parts.flatMap((part) => {
    const misfit = check(JSON.parse(part));
    return misfit === null ? [] : [`the body is not as documented: ${misfit}`];
  });
}

function faultsOfStatus({ operation, intent }: MadeRequest, { status, text, headers }: Received): string[] {
  if (status >= 500 && !NOT_OURS.includes(codeOf(text))) return [`the server failed with ${status}`];
  if (BEFORE_ALL.includes(status)) return [];
  const must = (...statuses: number[]): string[] =>
    statuses.includes(status) ? [] : [`it is answered ${status}, not ${statuses.join(' or ')}`];
  switch (intent) {
    case 'valid':
      return faultsOfValid(operation, status, text);
    case 'broken':
      return must(400, 413);
    case 'broken_path':
      // Validation comes before existence, and a body can be wrong in what a schema does not say.
      return must(404, 400, 403);
    case 'unreadable_body':
      return must(400);
    case 'wrong_media_type':
      return must(415);
    case 'wrong_method': {
      const allowed = headers.get('allow')?.split(', ') ?? [];
      const isTold = operation.methods.every((method) => allowed.includes(method));
      return [...must(405), ...(isTold ? [] : [`Allow is ${headers.get('allow')}`])];
    }
    case 'nobody':
      return must(401);
    case 'somebody_else':
      return [];
  }
}

function faultsOfValid(operation: DescribedOperation, status: number, text: string): string[] {
  if (status === 415 || status === 405) return [`a valid request is answered ${status}`];
  if (
    status === 400 &&
    operation.file_field === undefined &&
    !isBeyondSchemas(operation.operation_id, errorOf(text))
  )
    return [`a valid request is refused: ${errorOf(text)}`];
  return [];
}

function codeOf(text: string): string {
  return String(member(text, 'code'));
}

function errorOf(text: string): string {
  return String(member(text, 'error'));
}

function member(text: string, name: string): unknown {
  try {
    return Reflect.get(Object(JSON.parse(text)), name);
  } catch {
    return undefined;
  }
}
