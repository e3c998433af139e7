import { isPlatformAdmin } from '../../../http/actor.ts';
import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { invalidField } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { GENERAL_TOPIC } from '../delivery/audiences.ts';
import { presentDeliveries } from '../delivery/present.ts';
import type * as wire from './contract.ts';
import {
  DirectPushBody,
  DirectPushResponse,
  PushBody,
  SentPushResponse,
  StartedPushResponse,
} from './contract.ts';
import {
  noSuchPerson,
  noSuchPush,
  notForYourself,
  notYourTopic,
  ownTopicPushLimit,
  personalPushLimit,
  pushLimit,
  topicPushLimit,
} from './errors.ts';
import { readPush } from './read-push.ts';
import { type DirectResult, type PersonalPushDeps, sendToPerson } from './send-to-person.ts';
import { type StartedPush, sendToTopic, type TopicPushDeps } from './send-to-topic.ts';
import type { SentPush } from './sent-push.ts';

type Deps = PersonalPushDeps & TopicPushDeps;

const directPushRoute = (deps: PersonalPushDeps): Route =>
  route({
    operation_id: 'sendDirectPush',
    method: 'POST',
    path: '/notifications/direct-push',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Push to all devices of one person',
    description:
      'For coaches of an organization that the person is an athlete of, and for platform admins. It is sent at once and ' +
      'once, also in quiet hours, and the answer says what the push services said. 30 pushes a minute, and 20 an hour to ' +
      'the same person. The app gets `type`, `direct`, in its data. The audit log of each organization that the coach and ' +
      'the athlete share says who pushed to whom, and not what.',
    body: DirectPushBody,
    responses: { 200: DirectPushResponse },
    errors: [noSuchPerson, notForYourself, pushLimit, personalPushLimit],
    handler: async ({ actor, body: { user_id, title, message, data = {} } }) => {
      const push = { user_id, title, body: message, data, text_field: 'message' } as const;
      const result = await sendToPerson(deps, actor, push);
      return { status: 200, body: presentDirectResult(result) };
    },
  });

const pushRoute = (deps: Deps): Route =>
  route({
    operation_id: 'sendPush',
    method: 'POST',
    path: '/notifications/push',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Push to one person, or to a topic',
    description:
      'With `user_id`, as a direct push: 200. Without, to all who hear of a topic: 202, and it goes out afterwards, to each ' +
      'device once. Everybody hears of `general`, of `org-<org_id>` the members (but for suspended ones) and coaches of that ' +
      'organization who have not opted out of its messages, and of any other topic who has chosen it. ' +
      'Platform admins push to any topic, coaches to those of their own organizations, ' +
      'which get 20 pushes a day at the most, and 40 a day from one person in all. The app gets `type`, `topic`, in its data, and ' +
      'where it is an organization’s `org_id`. The audit log of the organization says who pushed.',
    body: PushBody,
    responses: { 200: DirectPushResponse, 202: StartedPushResponse },
    errors: [
      noSuchPerson,
      notForYourself,
      notYourTopic,
      noSuchOrganization,
      pushLimit,
      personalPushLimit,
      topicPushLimit,
      ownTopicPushLimit,
    ],
    handler: async ({ actor, body }) => {
      const push = readPushBody(body);
      if (push.user_id !== undefined)
        return { status: 200, body: presentDirectResult(await sendToPerson(deps, actor, push)) };
      const data = presentStartedPush(await sendToTopic(deps, actor, push));
      return { status: 202, body: { status: 'ok' as const, data } };
    },
  });

/** Reads which of the two variants a body is. A mistaken body is refused, so that nothing goes to everybody by mistake. */
function readPushBody({ user_id, topic, title, body, message, data = {} }: PushBody) {
  if (user_id === undefined) {
    if (message === undefined)
      throw invalidField('message', 'is required without user_id: the text for the topic');
    return { topic: topic ?? GENERAL_TOPIC, title, body: message, data, text_field: 'message' as const };
  }
  if (topic !== undefined)
    throw invalidField('topic', 'must be left out with user_id: a push goes to one of them');
  if (body === undefined) throw invalidField('body', 'is required with user_id: the text for this person');
  return { user_id, title, body, data, text_field: 'body' as const };
}

const readPushRoute = (deps: Pick<Deps, 'db'>): Route =>
  route({
    operation_id: 'getPush',
    method: 'GET',
    path: '/notifications/push/:push_id',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'What became of a push to a topic',
    description:
      'For the coaches of the organization whose topic it is, and for platform admins, who alone read of other topics. It is kept ' +
      'for 90 days.',
    params: idParams('push_id'),
    responses: { 200: SentPushResponse },
    errors: [noSuchPush],
    handler: async ({ actor, params }) => {
      const push = await readPush(deps, actor, params.push_id);
      const data = presentSentPush(push, { sees_all: isPlatformAdmin(actor) });
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

export function pushRoutes(deps: Deps): readonly Route[] {
  return [directPushRoute(deps), pushRoute(deps), readPushRoute(deps)];
}

function presentDirectResult({ tokens_sent, failed_tokens }: DirectResult) {
  const all = tokens_sent + failed_tokens;
  const devices = all === 1 ? '1 device' : `${all} devices`;
  const message =
    all === 0 ? 'There is no device that a push could reach.' : `Sent to ${tokens_sent} of ${devices}.`;
  return { status: 'ok' as const, message, data: { tokens_sent, failed_tokens } };
}

function presentStartedPush({ push_id, topic, state }: StartedPush): wire.StartedPush {
  return { push_id, topic, state };
}

function presentSentPush(
  { topic, title, body, outgoing }: SentPush,
  reader: { sees_all: boolean },
): wire.SentPush {
  return {
    push_id: outgoing.id,
    topic,
    state: outgoing.state,
    title,
    message: body,
    created_at: outgoing.created_at.toISOString(),
    finished_at: outgoing.finished_at?.toISOString() ?? null,
    deliveries: presentDeliveries(outgoing, reader),
  };
}
