import type { Static } from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { ActivityCommentBody, CommentBody, PageQuery, PostResponse, ThreadResponse } from '../contract.ts';
import { noSuchThing, postLimit } from '../errors.ts';
import { readPosts } from '../posts/read-posts.ts';
import { type WritePostDeps, writePost } from '../posts/write-post.ts';
import { presentPost, presentThread, readPlace } from '../present.ts';
import type { Subject } from '../subjects/subject.ts';
import type { Place } from '../thread.ts';

const COMMON = { guard: { kind: 'user' }, tag: 'Comments' } as const;
const errors = [forbidden, noSuchOrganization, noSuchMember, noSuchThing];

/** What is said about each kind of thing, and saying something: the same for all of them. */
export function commentRoutes(deps: WritePostDeps): readonly Route[] {
  return deps.subjects.flatMap((subject) => [listRoute(deps, subject), writeRoute(deps, subject)]);
}

/** Params are ids and days, whatever their names are. */
function placeOf(subject: Subject, params: object): Place {
  const texts = params as Readonly<Record<string, string>>;
  const { org_id = '' } = texts;
  return { org_id: org_id.toLowerCase(), kind: subject.kind, ...subject.placeOf(texts) };
}

const listRoute = (deps: WritePostDeps, subject: Subject): Route =>
  route({
    ...COMMON,
    operation_id: `list${subject.operations}Comments`,
    method: 'GET',
    path: `/organizations/:org_id${subject.path}/comments`,
    summary: `Read the comments on ${subject.in_words}`,
    description:
      'For those who may read it: in this organization, so that who is in two has a thread in each. Coaches read it as long as they see ' +
      'what it is about. Reading here marks nothing as read.',
    params: subject.params,
    query: PageQuery,
    responses: { 200: ThreadResponse },
    errors,
    handler: async ({ actor, params, query: { cursor, limit } }) => {
      const page = await readPosts(deps, actor, { ...placeOf(subject, params), page: { cursor, limit } });
      return { status: 200, body: { status: 'ok' as const, data: presentThread(deps, page) } };
    },
  });

const writeRoute = (deps: WritePostDeps, subject: Subject): Route =>
  route({
    ...COMMON,
    operation_id: `write${subject.operations}Comment`,
    method: 'POST',
    path: `/organizations/:org_id${subject.path}/comments`,
    summary: `Comment on ${subject.in_words}`,
    description: 'For those who may read it, who are told of it as their settings have it. Text is plain.',
    params: subject.params,
    body: subject.has_laps ? ActivityCommentBody : CommentBody,
    takes_write_key: true,
    responses: { 201: PostResponse },
    errors: [...errors, postLimit],
    handler: async ({ actor, params, body, write_key }) => {
      const { text, mentions = [], place }: Static<typeof ActivityCommentBody> = body;
      const written = { text, mentions, attachments: [], place: readPlace(place) };
      const post = await writePost(deps, actor, { write_key, about: placeOf(subject, params), written });
      return { status: 201, body: { status: 'ok' as const, data: { post: presentPost(post) } } };
    },
  });
