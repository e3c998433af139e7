import type { Logger } from 'pino';
import type { Route } from '../../http/route.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import type { Clock } from '../../shared/time.ts';
import type { LoadDeps } from '../activities/index.ts';
import type { ReadLog } from '../audit/index.ts';
import { listActivitiesRoute, readActivityRoute } from './routes/activities.ts';
import { listAthletesRoute, readAthleteRoute } from './routes/athletes.ts';
import { listAthleteAvailabilityRoute } from './routes/availability.ts';
import { listChangesRoute } from './routes/changes.ts';
import { listClubSessionAttendanceRoute, listClubSessionsRoute } from './routes/club-sessions.ts';
import {
  createExportRoute,
  downloadExportRoute,
  listExportsRoute,
  readExportRoute,
} from './routes/exports.ts';
import { listAthleteFeedbackRoute } from './routes/feedback.ts';
import { listGroupsRoute } from './routes/groups.ts';
import { listAthleteHealthRoute, readAthleteLoadRoute } from './routes/metrics.ts';
import { readOrganizationRoute } from './routes/organization.ts';
import { listPlansRoute, readPlanRoute } from './routes/plans.ts';
import { downloadActivityFileRoute, readActivityStreamsRoute } from './routes/samples.ts';

export { DEVELOPER_INTRODUCTION } from './introduction.ts';

export function developerApiRoutes(deps: {
  findRatedWorkouts: LoadDeps['findRatedWorkouts'];
  db: Database;
  reads: Database;
  readLog: ReadLog;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
  jobs: Jobs;
  store: ObjectStore;
  sourcePolicies: SourcePolicies;
  exportsPerHour: number;
}): readonly Route[] {
  const fromReads = { ...deps, db: deps.reads };
  return [
    readOrganizationRoute(deps),
    listAthletesRoute(fromReads),
    readAthleteRoute(deps),
    readAthleteLoadRoute(deps),
    listAthleteHealthRoute(fromReads),
    listAthleteFeedbackRoute(fromReads),
    listAthleteAvailabilityRoute(fromReads),
    listActivitiesRoute(fromReads),
    readActivityRoute(deps),
    readActivityStreamsRoute(deps),
    downloadActivityFileRoute(deps),
    listPlansRoute(fromReads),
    readPlanRoute(deps),
    listGroupsRoute(fromReads),
    listClubSessionsRoute(fromReads),
    listClubSessionAttendanceRoute(fromReads),
    listChangesRoute(deps),
    createExportRoute(deps),
    listExportsRoute(deps),
    readExportRoute(deps),
    downloadExportRoute(deps),
  ];
}
