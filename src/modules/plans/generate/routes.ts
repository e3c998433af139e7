import type { Route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { createModelEngine } from '../model/model-engine.ts';
import { createRulesEngine } from '../rules/rules-engine.ts';
import type { GenerateDeps } from './generate-plan.ts';
import { createGenerationRooms, ROOM_FOR_ALL } from './generation-rooms.ts';
import { generationRoutes } from './routes/generate-routes.ts';
import { readPrincipleRoute, writePrincipleRoute } from './routes/principle-routes.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  /** Undefined where none is configured: then plans are made by rules alone. */
  readonly llm: LanguageModel | undefined;
};

export function generateRoutes(deps: Deps): readonly Route[] {
  return [
    ...generationRoutes(onceAsked(() => makingOf(deps))),
    readPrincipleRoute(deps),
    writePrincipleRoute(deps),
  ];
}

/** Where a model is configured it makes plans, with the rules beside it; what athletes keep from models it does not see. */
function makingOf(deps: Deps): GenerateDeps {
  const rules = createRulesEngine({ newId });
  const { db, clock, sourcePolicies, llm } = deps;
  if (llm === undefined)
    return { db, clock, sourcePolicies, engine: rules, audiences: ['coach'], rooms: ROOM_FOR_ALL };
  return {
    db,
    clock,
    sourcePolicies,
    engine: createModelEngine({ model: llm, rules, clock }),
    audiences: ['coach', 'ai'],
    rooms: createGenerationRooms(),
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
