import type { Logger } from 'pino';
import type { Route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { createModelEngine } from '../model/model-engine.ts';
import { createUnderstanding } from '../model/understand-sentences.ts';
import type { Planner } from '../planner/planner.ts';
import { createPlannerEngine } from '../planner/planner-engine.ts';
import type { GenerateDeps } from './generate-plan.ts';
import { createGenerationRooms, type PlansPerDay, ROOM_FOR_ALL } from './generation-rooms.ts';
import { generationRoutes } from './routes/generate-routes.ts';
import { readPrincipleRoute, writePrincipleRoute } from './routes/principle-routes.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sourcePolicies: SourcePolicies;
  readonly planner: Planner;
  readonly findLibrary: GenerateDeps['findLibrary'];
  readonly findToldConstraints: GenerateDeps['findToldConstraints'];
  /** Undefined where none is configured: then plans are made by rules alone. */
  readonly llm: LanguageModel | undefined;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly modelPlansPerDay: PlansPerDay;
};

export function planningRoutes(deps: Deps): readonly Route[] {
  return [
    ...generationRoutes(onceAsked(() => makingOf(deps))),
    readPrincipleRoute(deps),
    writePrincipleRoute(deps),
  ];
}

/** Where a model is configured it makes plans, with the rules beside it; what athletes keep from models it does not see. */
function makingOf(deps: Deps): GenerateDeps {
  const { db, clock, logger, sourcePolicies, planner, findLibrary, findToldConstraints, llm } = deps;
  const rules = createPlannerEngine(planner);
  if (llm === undefined)
    return {
      db,
      clock,
      sourcePolicies,
      planner,
      findLibrary,
      findToldConstraints,
      engine: rules,
      understand: null,
      audiences: ['coach'],
      rooms: ROOM_FOR_ALL,
    };
  return {
    db,
    clock,
    sourcePolicies,
    planner,
    findLibrary,
    findToldConstraints,
    engine: createModelEngine({ model: llm, rules, clock, logger }),
    understand: createUnderstanding({ model: llm, logger }),
    audiences: ['coach', 'ai'],
    rooms: createGenerationRooms({ rateLimiter: deps.rateLimiter, logger, a_day: deps.modelPlansPerDay }),
  };
}

/** Routes are listed where there is nothing to make plans with, too: for the document. */
function onceAsked<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
