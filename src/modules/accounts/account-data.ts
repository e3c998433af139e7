import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { isoOrNull, MINUTE_MS } from '../../shared/time.ts';
import { fewRecords, findUser, type PersonalData } from '../users/index.ts';
import {
  type Asked,
  deleteTracesOf,
  findAccountFacts,
  findAllSessions,
  findFailureTimes,
  findIdentities,
  findNetworksOf,
  findResetTimes,
  findVerificationsOf,
} from './account-data-queries.ts';
import { findEmailChangesOf } from './email-changes.ts';
import { forgetMails, sealAddress } from './forget-mails.ts';
import { rolesOf } from './roles.ts';
import type { SessionRow } from './session-queries.ts';

const SENDING_MS = 3 * MINUTE_MS;

/** How a person signs in, without passwords and tokens, of which only hashes exist. */
export function accountData(deps: {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  secretBox: SecretBox;
}): PersonalData {
  return {
    name: 'accounts',
    columns: [
      'user_credentials.user_id',
      'user_identities.user_id',
      'user_identities.subject',
      'password_resets.user_id',
      'sessions.user_id',
      'known_networks.user_id',
      'write_keys.user_id',
      'email_changes.user_id',
      'email_changes.new_email',
      'email_verifications.email',
      'login_failures.subject',
    ],
    files: {
      'account.json':
        'How you sign in, without passwords, where you are signed in, and what happened around it lately.',
    },
    async *collect(user_id) {
      yield { name: 'account.json', records: fewRecords(() => readAccountRecord(deps.db, user_id)) };
    },
    async release(tx, { user_id, email, now }) {
      await deleteTracesOf(tx, email);
      const [now_ms, last_mail_ms] = [now.getTime(), now.getTime() + SENDING_MS];
      // Mails have also gone to addresses that the person requested and did not confirm.
      const asked = (await findEmailChangesOf(tx, user_id)).map(({ new_email }) => new_email);
      for (const address of new Set([email, ...asked])) {
        const whose = sealAddress(deps.secretBox, { user_id, email: address });
        await deps.jobs.enqueue(tx, forgetMails, { ...whose, before_ms: now_ms });
        // Repeated when no mail that was begun before can still be under way.
        const later = { start_after: new Date(last_mail_ms) };
        await deps.jobs.enqueue(tx, forgetMails, { ...whose, before_ms: last_mail_ms }, later);
      }
    },
  };
}

async function readAccountRecord(db: Database, user_id: string): Promise<object[]> {
  const user = await findUser(db, user_id);
  const facts = await findAccountFacts(db, user_id);
  if (user === null || facts === null) return [];
  const { email } = user;
  const identities = await findIdentities(db, user_id);
  return [
    {
      user_id,
      email,
      email_verified: user.is_verified,
      roles: rolesOf(user),
      status: user.status,
      created_at: user.created_at.toISOString(),
      last_login_at: isoOrNull(user.last_login_at),
      has_password: facts.has_password,
      password_changed_at: isoOrNull(facts.password_changed_at),
      tokens_valid_from: facts.tokens_valid_from.toISOString(),
      identities: identities.map(({ issuer, subject, created_at }) => ({
        issuer,
        subject,
        known_since: created_at.toISOString(),
      })),
      password_resets: (await findResetTimes(db, user_id)).map(presentAsked),
      verifications: (await findVerificationsOf(db, email)).map(presentAsked),
      sessions: (await findAllSessions(db, user_id)).map(presentSignIn),
      known_networks: (await findNetworksOf(db, user_id)).map(({ network, last_seen_at }) => ({
        network,
        last_seen_at: last_seen_at.toISOString(),
      })),
      email_changes: (await findEmailChangesOf(db, user_id)).map((change) => ({
        new_email: change.new_email,
        ...presentAsked(change),
      })),
      failed_sign_ins: (await findFailureTimes(db, email)).map((time) => time.toISOString()),
    },
  ];
}

const presentSignIn = (session: SessionRow) => ({
  session_id: session.session_id,
  device: session.device,
  address: session.address,
  created_at: session.created_at.toISOString(),
  last_seen_at: session.last_seen_at.toISOString(),
});

const presentAsked = ({ created_at, expires_at }: Asked) => ({
  asked_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});
