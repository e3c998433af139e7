import type { Database } from '../../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../../users/index.ts';
import { forgetAddresses } from '../delivery/forget-addresses.ts';
import { findOwnDeliveries, findOwnOutgoing, type OwnDelivery, type OwnOutgoing } from './queries.ts';

const PAGE = 500;

/** What a person has sent to many, which stays without its author, and what was delivered to them, which stays in the counts. */
export function outgoingData(deps: { db: Database }): PersonalData {
  const sent = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<OwnOutgoing>(PAGE, (page) => findOwnOutgoing(deps.db, { user_id, ...page }));
    for await (const page of pages) yield page.map((one) => JSON.stringify(presentOwnOutgoing(one)));
  };
  const received = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<OwnDelivery>(PAGE, (page) => findOwnDeliveries(deps.db, { user_id, ...page }));
    for await (const page of pages) yield page.map((one) => JSON.stringify(presentOwnDelivery(one)));
  };
  return {
    name: 'outgoing messages',
    columns: ['outgoing_messages.created_by', 'deliveries.user_id'],
    files: {
      'sent_messages.json': 'What you have sent to topics and in campaigns.',
      'deliveries.json': 'What went out to you by push, e-mail and chat lately, and what became of it.',
    },
    async *collect(user_id) {
      yield { name: 'sent_messages.json', records: sent(user_id) };
      yield { name: 'deliveries.json', records: received(user_id) };
    },
    release: (tx, { user_id }) => forgetAddresses(tx, user_id),
  };
}

/** The people whom a campaign names are left out, since they are other people. */
function presentOwnOutgoing(one: OwnOutgoing): object {
  return {
    id: one.id,
    kind: one.kind,
    org_id: one.org_id,
    topic: one.topic,
    title: one.title,
    body: one.body,
    data: one.data,
    state: one.state,
    created_at: one.created_at.toISOString(),
  };
}

function presentOwnDelivery(one: OwnDelivery): object {
  return {
    message_id: one.outgoing_id,
    kind: one.kind,
    title: one.title,
    body: one.body,
    notification_id: one.notification_id,
    channel: one.channel,
    service: one.service,
    state: one.state,
    due_at: one.due_at.toISOString(),
  };
}
