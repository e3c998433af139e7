import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { changeSettings, readSettings } from './change-settings.ts';
import type * as wire from './contract.ts';
import {
  ChangeSettingsBody,
  DeliverySettingsResponse,
  TopicListResponse,
  TopicParams,
  TopicSubscriptionResponse,
  UnsubscribeResponse,
} from './contract.ts';
import { noSuchOptOut, noSuchSubscription, tooManyTopics } from './errors.ts';
import { optIn, optOut } from './opt-out.ts';
import { findSubscriptions } from './queries.ts';
import type { DeliverySettings, TopicSubscription } from './settings.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

const readSettingsRoute = (deps: Deps): Route =>
  route({
    operation_id: 'getNotificationDelivery',
    method: 'GET',
    path: '/notifications/settings',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'When and by whom the caller is not disturbed',
    description: 'Which kinds of news go out is in the profile: `notification_settings`.',
    responses: { 200: DeliverySettingsResponse },
    handler: async ({ actor }) => {
      const settings = await readSettings(deps.db, actor.user_id);
      return { status: 200, body: { status: 'ok' as const, data: presentSettings(settings) } };
    },
  });

const changeSettingsRoute = (deps: Deps): Route =>
  route({
    operation_id: 'changeNotificationDelivery',
    method: 'PATCH',
    path: '/notifications/settings',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Choose quiet hours',
    description: 'They hold for what goes out from then on.',
    body: ChangeSettingsBody,
    responses: { 200: DeliverySettingsResponse },
    handler: async ({ actor, body }) => {
      const settings = await changeSettings(deps, actor, { quiet_hours: body.quiet_hours });
      return { status: 200, body: { status: 'ok' as const, data: presentSettings(settings) } };
    },
  });

const optOutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'optOutOfCampaigns',
    method: 'PUT',
    path: '/notifications/settings/opt-outs/:org_id',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Have no campaigns of an organization',
    description:
      'Nor pushes to its topic: by no channel, until it is taken back. Of an organization that the caller belongs to; said again, nothing changes.',
    params: idParams('org_id'),
    responses: { 200: DeliverySettingsResponse },
    errors: [noSuchOrganization],
    handler: async ({ actor, params }) => {
      const settings = await optOut(deps, actor, params.org_id);
      return { status: 200, body: { status: 'ok' as const, data: presentSettings(settings) } };
    },
  });

const optInRoute = (deps: Deps): Route =>
  route({
    operation_id: 'optInToCampaigns',
    method: 'DELETE',
    path: '/notifications/settings/opt-outs/:org_id',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Have campaigns of an organization again',
    description: 'And pushes to its topic. Also for who has left the organization since.',
    params: idParams('org_id'),
    responses: { 200: DeliverySettingsResponse },
    errors: [noSuchOptOut],
    handler: async ({ actor, params }) => {
      const settings = await optIn(deps, actor, params.org_id);
      return { status: 200, body: { status: 'ok' as const, data: presentSettings(settings) } };
    },
  });

const listTopicsRoute = (deps: Deps): Route =>
  route({
    operation_id: 'listTopics',
    method: 'GET',
    path: '/notifications/topics',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'The topics that the caller has chosen',
    description:
      'Everybody hears of `general`, and of `org-<org_id>` who belongs to that organization and has not opted out of its messages.',
    responses: { 200: TopicListResponse },
    handler: async ({ actor }) => {
      const topics = (await findSubscriptions(deps.db, actor.user_id)).map(presentSubscription);
      return { status: 200, body: { status: 'ok' as const, data: { topics } } };
    },
  });

const subscribeRoute = (deps: Deps): Route =>
  route({
    operation_id: 'subscribeToTopic',
    method: 'PUT',
    path: '/notifications/topics/:topic',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Hear of a topic',
    description: 'On all devices of the caller. Of 50 topics at the most; said again, nothing changes.',
    params: TopicParams,
    responses: { 200: TopicSubscriptionResponse },
    errors: [tooManyTopics],
    handler: async ({ actor, params }) => {
      const subscription = await subscribe(deps, actor, params.topic);
      return { status: 200, body: { status: 'ok' as const, data: presentSubscription(subscription) } };
    },
  });

const unsubscribeRoute = (deps: Deps): Route =>
  route({
    operation_id: 'unsubscribeFromTopic',
    method: 'DELETE',
    path: '/notifications/topics/:topic',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Hear no more of a topic',
    description: 'On no device of the caller. What is on its way already may still come.',
    params: TopicParams,
    responses: { 200: UnsubscribeResponse },
    errors: [noSuchSubscription],
    handler: async ({ actor, params }) => {
      await unsubscribe(deps, actor, params.topic);
      const message = 'You do not hear of this topic any more.';
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });

export function settingsRoutes(deps: Deps): readonly Route[] {
  return [
    readSettingsRoute(deps),
    changeSettingsRoute(deps),
    optOutRoute(deps),
    optInRoute(deps),
    listTopicsRoute(deps),
    subscribeRoute(deps),
    unsubscribeRoute(deps),
  ];
}

function presentSettings({ quiet_hours, campaign_opt_outs }: DeliverySettings): wire.DeliverySettings {
  return {
    quiet_hours: quiet_hours === null ? null : { start: quiet_hours.start, end: quiet_hours.end },
    campaign_opt_outs: campaign_opt_outs.map(({ org_id, org_name, opted_out_at }) => ({
      org_id,
      org_name,
      opted_out_at: opted_out_at.toISOString(),
    })),
  };
}

function presentSubscription({ topic, subscribed_at }: TopicSubscription): wire.TopicSubscription {
  return { topic, subscribed_at: subscribed_at.toISOString() };
}
