import { isPlatformAdmin, type UserActor } from '../../http/actor.ts';
import { forbidden } from '../../shared/errors.ts';

/** @throws forbidden for whoever is no platform admin */
export function requireAdmin(actor: UserActor): void {
  if (!isPlatformAdmin(actor))
    throw forbidden({ message: 'Only platform admins may list what the whole server holds.' });
}
