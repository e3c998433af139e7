/** What only one request can have its way with: made anew for each of them, past HTTP. */
import { randomInt, randomUUID } from 'node:crypto';
import { hashToken, newToken } from '../../infra/crypto/tokens.ts';
import { sql } from '../../infra/db/sql.ts';
import { storeRecording } from '../../modules/activities/index.ts';
import { attemptPurpose } from '../../modules/integrations/connect/start-connecting.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { attachFile } from '../attach-file.ts';
import { storeCalendarJob } from '../calendar-jobs.ts';
import { storeClubSession } from '../club-sessions.ts';
import { assignPlan, newEmail, storeSession } from '../factories.ts';
import { insertActivities } from '../insert-activities.ts';
import { makeActivity } from '../random-activities.ts';
import { seedAthlete } from '../seed-athletes.ts';
import { notificationOf } from '../tell-people.ts';
import type { ActorName } from './read-rights.ts';
import type { RightsStage } from './rights-stage.ts';

/** A person of the roster whom a request may remove. */
export async function spareMember({ server, club }: RightsStage): Promise<string> {
  return (await seedAthlete(server, club.org_id)).user_id;
}

/** A member whose last activity was long enough ago for a coach to be told of it. */
export async function spareSilent(stage: RightsStage): Promise<string> {
  const user_id = await spareMember(stage);
  const { db, clock } = stage.server.deps;
  const start_time = new Date(clock.now().getTime() - 9 * DAY_MS);
  await insertActivities(db, [
    makeActivity(user_id, { source: 'upload', private: false, is_race: false, start_time }),
  ]);
  return user_id;
}

/** Somebody who is no member yet. */
export async function spareUser({ server, otherClub }: RightsStage): Promise<string> {
  return (await seedAthlete(server, otherClub.org_id)).user_id;
}

export async function spareCoach(stage: RightsStage): Promise<string> {
  const user_id = await spareUser(stage);
  const { server, club } = stage;
  await server.deps.db.execute(sql`
    INSERT INTO organization_coaches (org_id, user_id, role, added_at)
    VALUES (${club.org_id}, ${user_id}, 'assistant_coach', now())`);
  return user_id;
}

/** Another coach of a club, who may lead it. */
export async function spareHeir(stage: RightsStage, org_id: string): Promise<string> {
  const user_id = await spareUser(stage);
  const { db } = stage.server.deps;
  await db.execute(sql`UPDATE users SET membership_role = 'coach' WHERE user_id = ${user_id}`);
  await db.execute(sql`
    INSERT INTO organization_coaches (org_id, user_id, role, added_at)
    VALUES (${org_id}, ${user_id}, 'admin', now())`);
  return user_id;
}

export async function spareGroup({ server, club }: RightsStage): Promise<string> {
  const id = newId();
  await server.deps.db.execute(sql`
    INSERT INTO groups (id, org_id, name, created_at, updated_at)
    VALUES (${id}, ${club.org_id}, ${id}, now(), now())`);
  return id;
}

/** Somebody in the group that requests are about. */
export async function spareGroupMember(stage: RightsStage): Promise<string> {
  const user_id = await spareMember(stage);
  const { server, club, ids } = stage;
  await server.deps.db.execute(sql`
    INSERT INTO group_members (org_id, group_id, user_id, added_at)
    VALUES (${club.org_id}, ${ids.group_id}, ${user_id}, now())`);
  return user_id;
}

/** A workout of the library. */
export async function spareWorkout({ server, club }: Pick<RightsStage, 'server' | 'club'>): Promise<string> {
  const id = newId();
  await server.deps.db.execute(sql`
    INSERT INTO library_workouts (id, org_id, title, description, workout_type, segments, created_at, updated_at)
    VALUES (${id}, ${club.org_id}, 'Run', '', 'easy-run', '[{"kind":"work","duration_s":1800}]', now(), now())`);
  return id;
}

/** A saved plan that one athlete has. */
export async function sparePlan({
  server,
  club,
}: RightsStage): Promise<{ plan_id: string; user_id: string }> {
  const athlete = await seedAthlete(server, club.org_id);
  const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: '9000-01-01' });
  return { plan_id: plan?.saved_plan_id ?? '', user_id: athlete.user_id };
}

/** The same, taken back from the athlete just now. */
export async function endedPlan(stage: RightsStage): ReturnType<typeof sparePlan> {
  const { server } = stage;
  const spare = await sparePlan(stage);
  await server.deps.db.execute(sql`
    UPDATE plan_assignments SET ended_at = ${server.clock.now()}
    WHERE plan_id = ${spare.plan_id} AND user_id = ${spare.user_id}`);
  return spare;
}

/** A plan that the member follows, with one of its workouts: of nobody else's own. */
export async function memberPlan({
  server,
  club,
  people,
}: RightsStage): Promise<{ plan_id: string; workout_id: string }> {
  const [plan] = await assignPlan(server, club.org_id, [people.member], { start_date: '9000-01-01' });
  return { plan_id: plan?.id ?? '', workout_id: plan?.workouts[0]?.id ?? '' };
}

/** What undoes something that somebody did and that changed nothing. */
export async function spareUndo(
  { server, club, people }: RightsStage,
  whose: 'head' | 'member' = 'head',
): Promise<string> {
  const token = newToken();
  await server.deps.db.execute(sql`
    INSERT INTO calendar_actions (id, org_id, created_by, undo_hash, refused, created_at)
    VALUES (${newId()}, ${club.org_id}, ${people[whose].user_id}, ${hashToken(token)}, '[]', ${server.clock.now()})`);
  return token;
}

/** A change of many athletes' plans that the head coach has tried. */
export async function spareCalendarJob({ server, club, people }: RightsStage): Promise<string> {
  const [created_by, athlete_id] = [people.head.user_id, people.member.user_id];
  return await storeCalendarJob(server, { org_id: club.org_id, created_by, athlete_id });
}

/** A draft that the head coach keeps. */
export async function spareDraft({ server, club, people }: RightsStage): Promise<string> {
  const id = newId();
  const now = server.clock.now();
  await server.deps.db.execute(sql`
    INSERT INTO plan_drafts (id, org_id, created_by, title, draft, form, remarks, revision, created_at, updated_at)
    VALUES (${id}, ${club.org_id}, ${people.head.user_id}, 'Autumn', '', '{}', '[]', 1, ${now}, ${now})`);
  return id;
}

/** A stream that the head coach began, for the head coach; to all others one that is not there. */
export async function spareStream(
  { server, club, people }: RightsStage,
  actor: ActorName,
  what: 'draft' | 'generate',
): Promise<string> {
  // Of one person ten are kept.
  if (actor !== 'head') return newId();
  const refined_draft = '## Week 1: Base\n\n- Tuesday: Easy run, 5 km\n';
  const body = { org_id: club.org_id, weeks: 1, experience_level: 'beginner', refined_draft };
  const { token } = people.head;
  const path = `/api/v1/plans/${what}/stream?resumable=true`;
  const answer = await server.request('POST', path, { token, body });
  return /^id: ([0-9a-f-]{36})\./mu.exec(String(answer.body))?.[1] ?? '';
}

/** A workout of a plan that the club saved. */
export async function savedWorkout({
  server,
  ids,
}: RightsStage): Promise<{ plan_id: string; workout_id: string }> {
  const { plan_id = '' } = ids;
  const { workout_id } = await server.deps.db.one<{ workout_id: string }>(sql`
    SELECT workouts -> 0 ->> 'id' AS workout_id FROM plans WHERE id = ${plan_id}`);
  return { plan_id, workout_id };
}

/** A key with whose secret nobody comes. */
export async function spareKey({ server, club }: RightsStage): Promise<string> {
  const id = newId();
  await server.deps.db.execute(sql`
    INSERT INTO api_keys (id, org_id, name, prefix, secret_sha256, scopes, created_by, created_at)
    VALUES (${id}, ${club.org_id}, 'Spare', 'ekiden_spare', ${Buffer.from(id)}, ${['read']},
      ${club.coach.user_id}, now())`);
  return id;
}

/** Of whoever asks; where it is nobody, of the athlete. */
export async function spareActivity(
  stage: RightsStage,
  actor: ActorName,
  start_time = someDay(),
): Promise<string> {
  const user_id = stage.personOf(actor)?.user_id ?? stage.ids.user_id ?? '';
  const activity = makeActivity(user_id, { start_time });
  await stage.server.deps.db.transaction((tx) =>
    storeRecording(tx, { user_id, activities: [activity], streams: [] }),
  );
  return activity.id;
}

/** Days from others, that no two of a person are taken for one workout. */
export function someDay(): Date {
  return new Date(randomInt(10_000) * 3 * DAY_MS);
}

/** Of whoever asks; where it is nobody, of the athlete. Another source tells of it too, in a record of this id. */
export async function spareRecord(stage: RightsStage, actor: ActorName): Promise<Record<string, string>> {
  const activity_id = await spareActivity(stage, actor);
  const record_id = newId();
  await stage.server.deps.db.execute(sql`
    INSERT INTO activity_records (id, user_id, activity_id, source, key, sport_type, start_time, start_is, duration_s, told,
      created_at, updated_at)
    SELECT ${record_id}, user_id, activity_id, 'upload', ${record_id}, sport_type, start_time, start_is, duration_s, told,
      created_at, updated_at FROM activity_records WHERE id = ${activity_id}`);
  return { activity_id, record_id };
}

/** An activity that came from a file. */
export async function spareUpload(stage: RightsStage, actor: ActorName): Promise<string> {
  const { activity_id = '', record_id = '' } = await spareRecord(stage, actor);
  const user_id = stage.personOf(actor)?.user_id ?? stage.ids.user_id ?? '';
  await attachFile(stage.server, { user_id, record_id });
  return activity_id;
}

/** Of whoever asks; where it is nobody, of the athlete. */
export async function spareDevice(stage: RightsStage, actor: ActorName): Promise<string> {
  const token = randomUUID();
  await stage.server.deps.db.execute(sql`
    INSERT INTO device_tokens (token_hash, user_id, sealed_token, platform, created_at, last_active_at)
    VALUES (${hashToken(token)}, ${stage.personOf(actor)?.user_id ?? stage.ids.user_id ?? ''}, 'x', 'ios', now(), now())`);
  return token;
}

/** Of whoever asks; where it is nobody, of the athlete. */
export async function spareNotification(stage: RightsStage, actor: ActorName): Promise<string> {
  return await notificationOf(stage.server, stage.personOf(actor)?.user_id ?? stage.ids.user_id ?? '');
}

/** The token of a mail, with which somebody gets a new password. */
export async function spareResetToken(stage: RightsStage): Promise<string> {
  const token = newToken();
  const user_id = await spareUser(stage);
  await stage.server.deps.db.execute(sql`
    INSERT INTO password_resets (token_hash, user_id, request_id, created_at, expires_at)
    VALUES (${hashToken(token)}, ${user_id}, ${newId()}, now(), now() + interval '1 hour')`);
  return token;
}

/** A session of whoever asks, or of somebody else, which may be ended. */
export async function spareSession(stage: RightsStage, actor: ActorName): Promise<string> {
  return await storeSession(stage.server, (stage.personOf(actor) ?? stage.people.member).user_id);
}

/** The token of a mail, with which somebody gets another address. */
export async function spareEmailToken(stage: RightsStage): Promise<string> {
  const token = newToken();
  const user_id = await spareUser(stage);
  await stage.server.deps.db.execute(sql`
    INSERT INTO email_changes (token_hash, user_id, new_email, created_at, expires_at)
    VALUES (${hashToken(token)}, ${user_id}, ${newEmail()}, now(), now() + interval '1 day')`);
  return token;
}

/** A club in which everybody is what they are in the other, for what only happens once; its coaches may be on the roster. */
export async function spareClub(
  { server, people }: RightsStage,
  { with_running_coaches = false }: { with_running_coaches?: boolean } = {},
): Promise<string> {
  const org_id = newId();
  const { head, assistant, admin, member, suspended, left } = people;
  await server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO organizations (org_id, org_name, head_coach_user_id, head_coach_accepted_at, tier, created_at, updated_at)
      VALUES (${org_id}, ${org_id}, ${head.user_id}, now(), 'club', now(), now())`);
    await tx.execute(sql`
      INSERT INTO organization_coaches (org_id, user_id, role, added_at)
      VALUES (${org_id}, ${assistant.user_id}, 'assistant_coach', now()),
        (${org_id}, ${admin.user_id}, 'admin', now())`);
    await tx.execute(sql`
      INSERT INTO organization_members (org_id, user_id, status, joined_at, left_at)
      VALUES (${org_id}, ${member.user_id}, 'active', now(), NULL),
        (${org_id}, ${suspended.user_id}, 'suspended', now(), NULL),
        (${org_id}, ${left.user_id}, 'active', now(), now())`);
    if (!with_running_coaches) return;
    await tx.execute(sql`
      INSERT INTO organization_members (org_id, user_id, joined_at)
      SELECT org_id, head_coach_user_id, now() FROM organizations WHERE org_id = ${org_id}
      UNION ALL SELECT org_id, user_id, now() FROM organization_coaches WHERE org_id = ${org_id}`);
  });
  return org_id;
}

/** A club that asks whoever acts to be a member; of programs, which nobody asks, it asks a person. */
export async function offeringClub(stage: RightsStage, actor: ActorName): Promise<string> {
  const org_id = newId();
  const { head, stranger } = stage.people;
  const user_id = stage.personOf(actor)?.user_id ?? stranger.user_id;
  await stage.server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO organizations (org_id, org_name, head_coach_user_id, head_coach_accepted_at, tier, created_at, updated_at)
      VALUES (${org_id}, ${org_id}, ${head.user_id}, now(), 'club', now(), now())`);
    await tx.execute(sql`
      INSERT INTO membership_offers (org_id, user_id, role, offered_at) VALUES (${org_id}, ${user_id}, 'member', now())`);
    await tx.execute(sql`
      INSERT INTO membership_blocks (org_id, user_id, reason, blocked_at) VALUES (${org_id}, ${user_id}, 'left', now())`);
  });
  return org_id;
}

/** An invitation to a club, by its id and the token of its link. */
export async function spareInvitation(
  { server, club }: RightsStage,
  org_id = club.org_id,
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), newToken()];
  await server.deps.db.execute(sql`
    INSERT INTO invitations (id, org_id, token_hash, kind, max_uses, created_at, expires_at)
    VALUES (${id}, ${org_id}, ${hashToken(token)}, 'link', 1, now(), now() + interval '1 hour')`);
  return { id, token };
}

/** What a platform brings back with somebody. */
export async function spareState(stage: RightsStage, platform: string): Promise<string> {
  const { deps, clock } = stage.server;
  const [user_id, csrf, now] = [await spareUser(stage), newToken(), clock.now()];
  await deps.db.execute(sql`
    INSERT INTO connection_attempts (key_hash, provider, user_id, created_at, expires_at)
    VALUES (${hashToken(csrf)}, ${platform}, ${user_id}, ${now}, ${new Date(now.getTime() + HOUR_MS)})`);
  return Buffer.from(JSON.stringify({ user_id, csrf })).toString('base64');
}

/** What an app brings that confirms a return which waits for it. Nobody answers at the platform, which the answer then says. */
export async function spareReturn(
  stage: RightsStage,
  actor: ActorName,
): Promise<{ body: { confirm_code: string; code_verifier: string } }> {
  const { deps, clock } = stage.server;
  const [confirm_code, code_verifier, now] = [newToken(), newToken(), clock.now()];
  const user_id = stage.personOf(actor)?.user_id ?? (await spareUser(stage));
  const brought = Buffer.from(JSON.stringify({ key: newToken(), proof: 'code', scopes: null }));
  const sealed_return = deps.secretBox.seal(attemptPurpose('strava', user_id), brought);
  await deps.db.execute(sql`
    INSERT INTO connection_attempts (key_hash, provider, user_id, created_at, expires_at, code_challenge, confirm_hash,
      sealed_return)
    VALUES (${hashToken(newToken())}, 'strava', ${user_id}, ${now}, ${new Date(now.getTime() + HOUR_MS)},
      ${hashToken(code_verifier).toString('base64url')}, ${hashToken(confirm_code)}, ${sealed_return})`);
  return { body: { confirm_code, code_verifier } };
}

/** A session of the club that begins soon, for everybody on its roster. */
export async function spareClubSession({
  server,
  club,
}: Pick<RightsStage, 'server' | 'club'>): Promise<string> {
  return await storeClubSession(server, club.org_id);
}
