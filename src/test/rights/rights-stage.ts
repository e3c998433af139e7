import { randomUUID } from 'node:crypto';
import { storeRecording } from '../../modules/activities/index.ts';
import { SCOPES, type Scope } from '../../shared/access.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { craftKey, craftToken, startCraftedProvider } from '../crafted-provider.ts';
import {
  addCoach,
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  grantAdmin,
  newEmail,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../factories.ts';
import { type RequestOptions, startTestServer, TEST_APP_KEY, type TestServer } from '../harness.ts';
import { makeActivity } from '../random-activities.ts';
import { notificationOf } from '../tell-people.ts';
import { UNREACHABLE_PLATFORMS } from '../unreachable-platforms.ts';
import type { ActorName } from './read-rights.ts';
import { spareClubSession, spareWorkout } from './spares.ts';

const PEOPLE = [
  'stranger',
  'member',
  'left',
  'suspended',
  'assistant',
  'admin',
  'head',
  'elsewhere',
  'platform',
] as const satisfies readonly ActorName[];
type People = Readonly<Record<(typeof PEOPLE)[number], TestUser>>;

/** A club and everybody of the table, on a server where nothing moves by itself. */
export type RightsStage = {
  readonly server: TestServer;
  readonly club: TestOrganization;
  /** Of `elsewhere`. */
  readonly otherClub: TestOrganization;
  readonly people: People;
  /** The person who asks; undefined where it is none. */
  personOf(actor: ActorName): TestUser | undefined;
  /** What somebody sends to say who they are; a key has the scopes, or lacks them. */
  credentials(actor: ActorName, scopes: readonly Scope[]): Promise<RequestOptions>;
  /** What a request is about unless it says otherwise, by the names of parameters: the club, and what belongs to it. */
  readonly ids: Readonly<Record<string, string>>;
  /** By which a provider tells of somebody new. */
  newIdToken(): string;
  stop(): Promise<void>;
};

export async function rightsStage(): Promise<RightsStage> {
  const provider = await startProvider();
  const { issuer, audience } = provider;
  const server = await startTestServer({
    ROLES: 'api',
    ...UNREACHABLE_PLATFORMS,
    // A stream that says what there is and ends.
    NOTIFICATION_STREAM_SECONDS: '0',
    OIDC_ISSUERS: JSON.stringify([{ issuer, audience }]),
  });
  const people = await signUpEverybody(server);
  const fields = { settings: { logo_url: 'https://club.example.org/logo.png', training_principle: 'Easy.' } };
  const club = await createOrganization(server, { coach: people.head, fields });
  const otherClub = await createOrganization(server, { coach: people.elsewhere });
  await tieEverybody(server, club, people);
  const personOf = (actor: ActorName): TestUser | undefined =>
    Object.entries(people).find(([name]) => name === actor)?.[1];
  return {
    server,
    club,
    otherClub,
    people,
    personOf,
    credentials: keyRing(server, { club, otherClub, personOf }),
    ids: await furnish(server, club),
    newIdToken: provider.newIdToken,
    stop: async () => {
      await server.stop();
      await provider.stop();
    },
  };
}

async function startProvider() {
  const key = craftKey('ES256');
  const { issuer, stop } = await startCraftedProvider([key.jwk]);
  const audience = 'ekiden-app';
  const newIdToken = (): string => {
    const iat = Math.floor(Date.now() / SECOND_MS);
    const who = { sub: randomUUID(), email: newEmail(), email_verified: true };
    return craftToken(key, { iss: issuer, aud: audience, iat, exp: iat + 3_600, ...who });
  };
  return { issuer, audience, newIdToken, stop };
}

async function signUpEverybody(server: TestServer): Promise<People> {
  const signedUp = PEOPLE.map(async (name) => {
    const leads = name === 'head' || name === 'elsewhere';
    return [name, await signUp(server, { membership_role: leads ? 'coach' : 'athlete' })] as const;
  });
  const people = Object.fromEntries(await Promise.all(signedUp)) as Record<keyof People, TestUser>;
  await grantAdmin(server, people.platform.user_id);
  return people;
}

async function tieEverybody(server: TestServer, club: TestOrganization, people: People): Promise<void> {
  const { member, left, suspended, assistant, admin } = people;
  for (const user of [member, left, suspended]) await addMember(server, club, { user });
  await addCoach(server, club, { user: assistant });
  await addCoach(server, club, { user: admin, role: 'admin' });
  const pathOf = ({ user_id }: TestUser) => `/api/v1/organizations/${club.org_id}/members/${user_id}`;
  const { token } = club.coach;
  await server.request('DELETE', pathOf(left), { token });
  await server.request('PATCH', pathOf(suspended), { token, body: { status: 'suspended' } });
}

function keyRing(
  server: TestServer,
  { club, otherClub, personOf }: Pick<RightsStage, 'club' | 'otherClub' | 'personOf'>,
): RightsStage['credentials'] {
  const made = new Map<string, Promise<{ secret: string }>>();
  const secretOf = async (organization: TestOrganization, scopes: readonly Scope[]): Promise<string> => {
    const name = `${organization.org_id} ${scopes}`;
    const key = made.get(name) ?? createApiKey(server, organization, { scopes });
    made.set(name, key);
    return (await key).secret;
  };
  return async (actor, scopes) => {
    switch (actor) {
      case 'nobody':
        return {};
      case 'app':
        return { apiKey: TEST_APP_KEY };
      case 'key':
        return { token: await secretOf(club, scopes.length === 0 ? SCOPES : scopes) };
      case 'narrow':
        return { token: await secretOf(club, scopesWithout(scopes)) };
      case 'foreign':
        return { token: await secretOf(otherClub, SCOPES) };
      default:
        return { token: personOf(actor)?.token ?? '' };
    }
  };
}

function scopesWithout(scopes: readonly Scope[]): readonly Scope[] {
  const others = SCOPES.filter((scope) => !scopes.includes(scope));
  return others.length === 0 ? SCOPES.slice(1) : others;
}

/** An athlete of the club who is none of those who ask, and what else it has. */
async function furnish(server: TestServer, club: TestOrganization): Promise<Record<string, string>> {
  const { org_id } = club;
  const { user_id } = await addMember(server, club);
  const activity = makeActivity(user_id);
  await server.deps.db.transaction((tx) =>
    storeRecording(tx, { user_id, activities: [activity], streams: [] }),
  );
  const group = await createGroup(server, club, { members: [{ user_id }] });
  const [plan] = await assignPlan(server, org_id, [{ user_id }], { start_date: '9000-01-01' });
  return {
    org_id,
    user_id,
    group_id: group.id,
    activity_id: activity.id,
    record_id: activity.id,
    plan_id: plan?.saved_plan_id ?? '',
    notification_id: await notificationOf(server, user_id),
    workout_id: await spareWorkout({ server, club }),
    club_session_id: await spareClubSession({ server, club }),
  };
}
