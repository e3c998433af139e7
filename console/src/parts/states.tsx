import type { ReactNode } from 'react';
import { ApiError, Unreachable } from '../client/errors.ts';
import { useSay } from '../say.tsx';
import { Button } from './button.tsx';
import style from './states.module.css';

/** Slots in the size of what will stand there. They show after 150 ms, so that what comes at once does not flicker. */
export function Waiting({ rows = 6, height = 44 }: { readonly rows?: number; readonly height?: number }) {
  const say = useSay();
  return (
    <div className={style.waiting} data-waiting role="status" aria-label={say('shell.waiting')}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={style.slot} style={{ height }} />
      ))}
    </div>
  );
}

/** One sentence, and the one thing to do about it. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={style.state}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** What failed, what is still true, and trying again. Other parts of the page stay. */
export function Failure(props: {
  readonly error: unknown;
  /** What failed, as a sentence. */
  readonly what: string;
  readonly retry?: (() => void) | undefined;
}) {
  const say = useSay();
  const { error, what, retry } = props;
  return (
    <div className={style.state} role="alert">
      <p className="strong">{what}</p>
      <p className="second">{reasonOf(error, say)}</p>
      {retry !== undefined && <Button onPress={retry}>{say('shell.again')}</Button>}
      {error instanceof ApiError && error.request_id !== null && (
        <p className="axis third">{say('shell.request', { id: error.request_id })}</p>
      )}
    </div>
  );
}

/** Why something failed, in words for people: the server's own where it says what to change. */
export function reasonOf(error: unknown, say: ReturnType<typeof useSay>): string {
  if (error instanceof Unreachable) return say('shell.failure.unreachable');
  if (!(error instanceof ApiError)) return say('shell.failure.unknown');
  if (error.status === 403) return say('shell.failure.forbidden');
  if (error.status === 404) return say('shell.failure.gone');
  if (error.status === 429) return say('shell.failure.tooMany');
  if (error.status >= 500) return say('shell.failure.server');
  return error.message;
}
