import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { Failure } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { NotFound } from './not-found.tsx';

/** Instead of a screen that could not be fetched or drawn. The rest of the page stays. */
export function ScreenFailed() {
  const say = useSay();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Failure error={error} what={say('shell.screenFailed')} retry={() => void revalidate()} />;
}
