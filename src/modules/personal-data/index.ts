import type { Route } from '../../http/route.ts';
import type { PersonalData } from '../users/index.ts';
import type { DeleteAccountDeps } from './delete-account.ts';
import type { ExportDeps } from './export-personal-data.ts';
import { deleteAccountRoute, exportPersonalDataRoute } from './routes.ts';

/** @param parts in the order in which they let go of somebody */
export function personalDataRoutes(
  deps: Omit<DeleteAccountDeps & ExportDeps, 'parts' | 'exporting'>,
  parts: readonly PersonalData[],
): readonly Route[] {
  const exporting = new Set<string>();
  return [exportPersonalDataRoute({ ...deps, parts, exporting }), deleteAccountRoute({ ...deps, parts })];
}
