import { Navigate } from 'react-router';
import { useSession } from '../session/session.tsx';
import { firstPath } from './role.ts';

/** `/console/` itself shows nothing: it leads on. */
export function Home() {
  return <Navigate to={firstPath(useSession())} replace />;
}
