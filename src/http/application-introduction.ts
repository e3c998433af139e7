import { ANY_ADDRESS, conventions } from './conventions.ts';
import type { Surface } from './surface.ts';

const TAGS = [
  {
    name: 'Accounts',
    description:
      'Sign-up by a verified e-mail address or an ID token, sign-in, sessions and their tokens, new passwords and addresses.',
  },
  {
    name: 'Users',
    description:
      'Profiles with preferences, notification and privacy settings; taking out all that is kept, and being forgotten.',
  },
  { name: 'Organizations', description: 'Clubs and teams, and who coaches them.' },
  { name: 'Members', description: 'The roster of an organization.' },
  { name: 'Triage', description: 'Which athletes coaches may want to look at, why, and what they decided.' },
  {
    name: 'Memberships',
    description:
      'What is between you and organizations: what they ask you to be, your answer, and which of them may not ask you again.',
  },
  {
    name: 'Invitations',
    description: 'How athletes come to the roster without a coach who knows their id: by a mail or a link.',
  },
  { name: 'Groups', description: 'Groups of members.' },
  { name: 'API keys', description: 'Keys with which programs read an organization on the developer API.' },
  { name: 'Audit log', description: 'Who did what in an organization. Entries are only ever added.' },
  {
    name: 'Activities',
    description: 'Recordings: uploading them, reading and changing the own ones, reading athletes’.',
  },
  {
    name: 'Availability',
    description:
      'Days on which athletes cannot train as usual, injuries and illnesses, and what plans make of them.',
  },
  { name: 'Races', description: 'The calendar of races of each athlete, results, and best times.' },
  {
    name: 'Plans',
    description: 'Training plans: making them, saving them, giving them to athletes, and what came of them.',
  },
  {
    name: 'Feedback',
    description:
      'What athletes say of their activities and planned workouts: effort, feeling, words, pain, and skipping.',
  },
  {
    name: 'Club sessions',
    description:
      'Sessions of an organization: planning them, answering whether one comes, and the register of who came.',
  },
  {
    name: 'Workout library',
    description: 'Workouts that an organization keeps, to be put into plans.',
  },
  {
    name: 'Integrations',
    description: 'Platforms that workouts come from: connecting them, what is connected, disconnecting them.',
  },
  { name: 'Health', description: 'Days and nights as platforms and phones tell of them.' },
  {
    name: 'Webhooks',
    description:
      'What platforms call by themselves. Addresses that begin with `/api/webhooks` are outside the prefix of this API: they name their server.',
  },
  {
    name: 'Comments',
    description:
      'What athletes and their coaches say about workouts, planned workouts and weeks; changing, deleting and reading comments and messages by their ids.',
  },
  {
    name: 'Messages',
    description: 'The conversation of an athlete with the coaches of an organization, and what is unread.',
  },
  {
    name: 'Coach notes',
    description:
      'What coaches write down about an athlete for each other. The athlete gets it with their data.',
  },
  { name: 'Notifications', description: 'The devices that pushes go to.' },
  {
    name: 'Campaigns',
    description:
      'What coaches write to the members of an organization, by push, e-mail and chat. Members stop it for themselves, also by the link in each mail.',
  },
  {
    name: 'Exports',
    description:
      'Archives of what the athletes of an organization share, as its head coach and admins ask for them in person.',
  },
  {
    name: 'Platform administration',
    description: 'What platform admins read of the whole server. Each look is noted.',
  },
];

const CONVENTIONS = conventions({
  envelope: `
A success is \`{"status": "ok", "data": {…}}\`. A plain acknowledgement is \`{"status": "ok", "message": …}\`; a message may also stand beside \`data\`.
A failure is \`{"status": "error", "code": …, "error": …, "request_id": …}\`; a \`validation_error\` also has \`details\`, one entry a field.`.trim(),
  first_page: `Leave \`cursor\` out for the first page. Lists that take \`offset\` or \`page_size\` as well are of that specification: asked with
\`cursor\`, which is empty for their first page (\`cursor=\`), they answer \`next_cursor\` too; asked without it, they answer as they always did.`,
  example: {
    first: '/api/v1/auth/sessions?limit=2',
    next: '/api/v1/auth/sessions?limit=2&cursor',
    flag: '"status": "ok"',
    items: 'sessions',
  },
  other_times: `Profiles, sign-in, notifications and summaries count milliseconds from 1970-01-01T00:00:00Z in members that say so. Where a request may give such a
number, it may give ISO 8601 instead.`,
});

const DESCRIPTION = `
The API of people and of the apps they use: accounts, profiles, organizations and their rosters, activities. Programs that
read an organization's training take the developer API, at \`/developer/v1\`.

## Authentication

- **Access token**: \`Authorization: Bearer <access_token>\`, of a person, from signing up or in. It lasts 24 hours unless the
  operator has set another time; get a new one before it ends (\`POST /auth/token/refresh\`).
- **Session cookie**: for pages of this server. \`POST /auth/cookie-session\` signs in; it counts for requests of the same origin, and
  for anything but GET and HEAD with \`X-Ekiden-Console: 1\`.
- **App key**: \`X-API-Key\`, of an app that the operator knows. It creates organizations.
- **API key** of an organization: \`Authorization: Bearer ekiden_…\`. It reads its own organization, members, groups and audit
  log, within its scopes, while its plan includes API keys. Anywhere else it gets 403, with what would open the operation.

Each operation lists the alternatives it takes; where the empty one is among them, it answers without credentials as well.

## Who may do what

What you may not know of answers exactly like what does not exist: 404. 403 is for what you know and may not do. In an
organization the head coach alone appoints coaches, hands it over and deletes it; the head coach and admins change it and
manage its keys; every coach manages members and groups, reads the audit log and, as far as athletes share it, their
training. Platform admins read organizations and profiles, and list them.

${CONVENTIONS}

## Errors on any address

${ANY_ADDRESS}`.trim();

export const APPLICATION_INTRODUCTION: Pick<Surface, 'title' | 'summary' | 'description' | 'tags'> = {
  title: 'Ekiden application API',
  summary: 'Accounts, profiles, organizations and rosters, activities',
  description: DESCRIPTION,
  tags: TAGS,
};
