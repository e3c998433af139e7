import assert from 'node:assert/strict';
import type { Logger } from 'pino';
import { sealToken } from '../infra/crypto/sealed-token.ts';
import { createSecretBox, type SecretBox } from '../infra/crypto/secret-box.ts';
import { hashToken } from '../infra/crypto/tokens.ts';
import { sql } from '../infra/db/sql.ts';
import type { MailMessage } from '../infra/mail/index.ts';
import { invitationMailHandler, sendInvitationMail } from '../modules/invitations/send-invitation-mail.ts';
import type { TestOrganization } from './factories.ts';
import type { Mail, TestResponse, TestServer } from './harness.ts';

export const requestInvitation = (
  server: TestServer,
  { org_id, coach }: TestOrganization,
  body: object,
  by: { token: string } = coach,
): Promise<TestResponse> =>
  server.request('POST', `/api/v1/organizations/${org_id}/invitations`, { token: by.token, body });

/** An invitation by e-mail, with the token of its mail; `after` is how many others the address has got. */
export async function inviteByMail(
  server: TestServer,
  club: TestOrganization,
  email: string,
  {
    by = club.coach,
    after = 0,
    ...fields
  }: { by?: { token: string }; after?: number; [field: string]: unknown } = {},
): Promise<{ id: string; token: string; mail: Mail }> {
  const made = await requestInvitation(server, club, { email, ...fields }, by);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const mail = await server.mailTo(email, { after });
  return { id: made.body.data.invitation.id, token: tokenInMail(mail), mail };
}

export const tokenInMail = ({ text }: Mail): string => /\/join\?token=([\w-]{43})$/m.exec(text)?.[1] ?? '';

/** The job of a mail over a mail server that notes what it is given, and then does as told. */
export function invitationMailJob(
  server: TestServer,
  {
    answer = async () => undefined,
    secretBox = server.deps.secretBox,
    logger = server.deps.logger,
  }: { answer?: () => Promise<void>; secretBox?: SecretBox; logger?: Logger } = {},
) {
  const sent: MailMessage[] = [];
  const mailer = {
    send: (message: MailMessage) => {
      sent.push(message);
      return answer();
    },
    forget: async () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  };
  const handle = invitationMailHandler({ ...server.deps, mailer, secretBox });
  const context = { job_id: '1', attempt: 1, signal: new AbortController().signal, logger };
  const run = (token: string, sealedWith: SecretBox = secretBox) =>
    handle({ ...sealToken(sealedWith, 'invitation', token), language: 'en' }, context);
  return { sent, run };
}

/** What waits in the queue for another day: the payloads of mails of an invitation. */
export async function postponedMails({ deps }: TestServer, token: string): Promise<unknown[]> {
  const rows = await deps.db.query<{ data: unknown }>(sql`
    SELECT data FROM pgboss.job WHERE name = ${sendInvitationMail.name} AND state = 'created'
      AND start_after > now() + interval '20 hours'
      AND data ->> 'token_hash' = ${hashToken(token).toString('hex')}`);
  return rows.map(({ data }) => data);
}

/** A box that knows these keys, 32 times the same byte each, the newest first. */
export const secretBoxOf = (...keys: readonly number[]): SecretBox =>
  createSecretBox(keys.map((byte) => Buffer.alloc(32, byte)));
