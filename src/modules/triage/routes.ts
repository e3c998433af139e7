import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import { forbidden } from '../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../audit/index.ts';
import { DoneResponse, noSuchMember, noSuchOrganization } from '../organizations/index.ts';
import {
  MarkBody,
  MarkedResponse,
  type TriageAthlete,
  TriageEvidence,
  TriageList,
  TriageQuery,
} from './contract.ts';
import { nothingToMark } from './errors.ts';
import { DEFAULT_LIMITS, type Limits, RULE_VERSION } from './limits.ts';
import { LimitsBody, LimitsResponse } from './limits-contract.ts';
import { markAthlete, unmarkAthlete } from './mark-athlete.ts';
import { presentMark } from './present.ts';
import { readAthlete } from './read-athlete.ts';
import { readTriage } from './read-triage.ts';
import type { TriageDeps } from './renew-entries.ts';
import { readLimits, setLimits } from './set-limits.ts';

export function triageRoutes(deps: TriageDeps & NoteDeps): readonly Route[] {
  return [
    listRoute(deps),
    athleteRoute(deps),
    markRoute(deps),
    unmarkRoute(deps),
    readLimitsRoute(deps),
    setLimitsRoute(deps),
  ];
}

const listRoute = (deps: TriageDeps & NoteDeps): Route =>
  route({
    operation_id: 'listTriage',
    method: 'GET',
    path: '/organizations/:org_id/triage',
    guard: { kind: 'user' },
    tag: 'Triage',
    summary: 'Who to look at, and why',
    description:
      'For coaches of the organization, by pages: athletes with the reasons that rules found in what they share with coaches, each with ' +
      'the numbers it rests on, their week day by day and what they wrote last. What an athlete keeps private is no evidence, and that it is private is none either. ' +
      'What has changed is looked at before the answer.',
    params: idParams('org_id'),
    query: TriageQuery,
    responses: { 200: TriageList },
    errors: [forbidden, noSuchOrganization],
    volatile: true,
    handler: async ({ actor, params: { org_id }, query }) => {
      const { state, group_id, coach_id, limit, cursor } = query;
      const data = await readTriage(deps, actor, { org_id, state, group_id, coach_id, limit, cursor });
      const told = data.athletes.filter(showsTraining);
      noteReads(deps, actor, { org_id, kind: 'activities', user_ids: told.map(({ user_id }) => user_id) });
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

/** Whether something of what an athlete did or told is in their row. */
const showsTraining = ({ reasons, week, last_words }: TriageAthlete): boolean =>
  reasons.length > 0 || last_words !== null || week.days.some(({ done }) => done.length > 0);

const athleteRoute = (deps: TriageDeps & NoteDeps): Route =>
  route({
    operation_id: 'getTriageOfAthlete',
    method: 'GET',
    path: '/organizations/:org_id/triage/:user_id/evidence',
    guard: { kind: 'user' },
    tag: 'Triage',
    summary: 'What the reasons to look at an athlete rest on',
    description:
      'For coaches of the organization: the athlete as in the list, their level, coach and zones, twelve weeks of what was planned and run, what they wrote, and the rules ' +
      'with the limits that hold here. As things are at this moment, and as far as the athlete shares them.',
    params: idParams('org_id', 'user_id'),
    responses: { 200: TriageEvidence },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    volatile: true,
    handler: async ({ actor, params: { org_id, user_id } }) => {
      const data = await readAthlete(deps, actor, { org_id, user_id });
      noteReads(deps, actor, { org_id, kind: 'activities', user_ids: [user_id] });
      if (data.profile.zones !== undefined)
        noteReads(deps, actor, { org_id, kind: 'profile', user_ids: [user_id] });
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const markRoute = (deps: TriageDeps): Route =>
  route({
    operation_id: 'markTriage',
    method: 'PUT',
    path: '/organizations/:org_id/triage/:user_id/mark',
    guard: { kind: 'user' },
    tag: 'Triage',
    summary: 'Handle an athlete’s reasons, or put them off',
    description:
      'For coaches of the organization, and shared among them. The athlete leaves the open list and comes back with new evidence, or when ' +
      'the time is over until which they were put off. A mark that is there is replaced.',
    params: idParams('org_id', 'user_id'),
    body: MarkBody,
    takes_write_key: true,
    responses: { 200: MarkedResponse },
    errors: [forbidden, noSuchOrganization, noSuchMember, nothingToMark],
    handler: async ({ actor, params: { org_id, user_id }, body, write_key }) => {
      const mark = await markAthlete(deps, actor, {
        org_id,
        user_id,
        state: body.state,
        until: body.until === undefined ? null : new Date(body.until),
        note: body.note ?? '',
        write_key,
      });
      const data = { mark: presentMark(mark) };
      return { status: 200, body: { status: 'ok' as const, message: 'Marked.', data } };
    },
  });

const unmarkRoute = (deps: TriageDeps): Route =>
  route({
    operation_id: 'unmarkTriage',
    method: 'DELETE',
    path: '/organizations/:org_id/triage/:user_id/mark',
    guard: { kind: 'user' },
    tag: 'Triage',
    summary: 'Take back that reasons were handled or put off',
    description: 'For coaches of the organization. Doing it again changes nothing.',
    params: idParams('org_id', 'user_id'),
    takes_write_key: true,
    responses: { 200: DoneResponse },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params: { org_id, user_id }, write_key }) => {
      await unmarkAthlete(deps, actor, { org_id, user_id, write_key });
      return { status: 200, body: { status: 'ok' as const, message: 'Taken back.' } };
    },
  });

const readLimitsRoute = (deps: TriageDeps): Route =>
  route({
    operation_id: 'getTriageLimits',
    method: 'GET',
    path: '/organizations/:org_id/triage/limits',
    guard: { kind: 'user' },
    tag: 'Triage',
    summary: 'From where on something is a reason',
    description: 'For coaches of the organization.',
    params: idParams('org_id'),
    responses: { 200: LimitsResponse },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params: { org_id } }) => ({
      status: 200,
      body: { status: 'ok' as const, data: presentLimits(await readLimits(deps, actor, org_id)) },
    }),
  });

const setLimitsRoute = (deps: TriageDeps): Route =>
  route({
    operation_id: 'setTriageLimits',
    method: 'PATCH',
    path: '/organizations/:org_id/triage/limits',
    guard: { kind: 'user' },
    tag: 'Triage',
    summary: 'Change from where on something is a reason',
    description:
      'For who leads the organization; it holds for all its coaches. All athletes are looked at anew.',
    params: idParams('org_id'),
    body: LimitsBody,
    takes_write_key: true,
    responses: { 200: LimitsResponse },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params: { org_id }, body, write_key }) => ({
      status: 200,
      body: {
        status: 'ok' as const,
        data: presentLimits(await setLimits(deps, actor, { org_id, changes: body, write_key })),
      },
    }),
  });

const presentLimits = (limits: Limits) => ({
  rule_version: RULE_VERSION,
  limits: { ...limits },
  defaults: { ...DEFAULT_LIMITS },
});
