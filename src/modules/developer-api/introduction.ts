import { ANY_ADDRESS, conventions } from '../../http/conventions.ts';
import type { Surface } from '../../http/surface.ts';
import { DOWNLOAD_URL_LIFETIME_S } from '../exports/index.ts';

const TAGS = [
  { name: 'Organization', description: 'The organization that the key belongs to.' },
  { name: 'Athletes', description: 'Its current members, as far as each of them shares.' },
  {
    name: 'Activities',
    description: "Athletes' training, as far as each of them shares it with the organization.",
  },
  { name: 'Plans', description: 'Training plans that athletes follow.' },
  { name: 'Groups', description: 'The groups that coaches sort athletes into.' },
  { name: 'Club sessions', description: 'Sessions of the organization, who comes, and who came.' },
  { name: 'Changes', description: 'What has appeared, changed or been withdrawn, for whoever keeps a copy.' },
  { name: 'Exports', description: 'Archives of whole date ranges, made in the background.' },
];

const CONVENTIONS = conventions({
  envelope: `
A success is \`{"success": true, "data": {…}}\`, a failure \`{"success": false, "error": …, "code": …, "request_id": …}\`.`.trim(),
  first_page: `\`limit\` is from 1 to 100, by default 50. Lists take \`offset\` as well, as that specification has it: asked with \`cursor\`, which is empty for the first
page (\`cursor=\`), they answer \`next_cursor\` too; asked without it, they answer as they always did. Their order is total and stands in each operation.
\`GET /changes\` calls its cursor \`after\`.`,
  example: {
    first: '/developer/v1/athletes?limit=2&cursor=',
    next: '/developer/v1/athletes?limit=2&cursor',
    flag: '"success": true',
    items: 'athletes',
  },
  other_times: `Exports count milliseconds from 1970-01-01T00:00:00Z in members that say so. Where a request may give such a number, it may give ISO 8601
instead. Activities are listed by \`start_date\` and \`end_date\` as well as by \`from\` and \`to\`.`,
});

const DESCRIPTION = `
Reads the training data of one organization, and exports it. Nothing here changes an athlete's data.

## Authentication

Every operation but this document needs an API key of the organization, sent in one of two equivalent ways:

- \`Authorization: Bearer <key>\` (preferred)
- \`X-API-Key: <key>\`

Both at once must carry the same key. The head coach or an admin of the organization creates keys, chooses their scopes
and an expiry, and sees the secret once: \`ekiden_\` and 43 letters and digits. A key sees its own organization and nothing
else. The organization must have the Developer API (the Club plan), else every answer is 403 \`feature_not_enabled\`.
A key can be replaced without an outage: its successor is issued while it goes on working, for up to 24 hours. Fetch the
exports that are under way with the key that asked for them, before it ends.

| scope | grants |
|---|---|
| \`org:read\` | the organization's name and size |
| \`athletes:read\` | profiles of its athletes |
| \`activities:read\` | their activities |
| \`plans:read\` | their active training plans |
| \`groups:read\` | its groups |
| \`exports:create\` | asking for exports |
| \`exports:read\` | looking after exports and downloading them |
| \`streams:read\` | samples over time of their activities, and the files these came from |
| \`metrics:read\` | their training load and daily health |
| \`feedback:read\` | what they say of activities and planned workouts |
| \`availability:read\` | days on which they cannot train as usual, and injuries |
| \`sessions:read\` | its sessions, what athletes answered, and who came |

\`read\` stands for the first five scopes, \`admin\` for all. Samples, files, daily health, feedback, availability and what is said of sessions also need a consent of the
athlete's for programs (\`share_streams_with_api\`, \`share_health_with_api\`, \`share_feedback_with_api\`, \`share_availability_with_api\`, \`share_sessions_with_api\`), which is off until it is given. A request is checked in this
order: key (401), plan and scope (403), limits (429), its input (400), what it names (404, 409, 410). Where an address
leads to no operation (404, 405) or cannot be read (400), the key, the plan and the limits come first as well.

${CONVENTIONS}

## Keeping a copy

\`GET /changes\` tells everything there is, and from then on what has appeared, changed or been withdrawn, in the order in which it
was committed: apply each change to your copy and store \`next_cursor\` with it. Whoever keeps a copy forgets what is withdrawn at once: it
is withdrawn because somebody left, deleted it or does not share it any more. Cursors are good for 30 days. \`updated_since\`
narrows lists to what has changed since a time, and cannot tell what is gone.

## Limits

| limit | by default |
|---|---|
| requests a minute | 60 |
| requests an hour | 1,000 |
| exports created an hour | 5 |

They count for each key; the operator can set others for the server or for one key. Windows open with the first request in
them. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` tell of the window, minute or hour, with the fewest requests left. A
request counts whatever its answer, 304 included; one that is refused with 401 or 429 does not. After a 429 wait as many
seconds as \`Retry-After\` says.

## Privacy

What you see of an athlete is what the athlete shares with the organization, at this moment. An activity that is blocked
by a setting, or marked as private, is left out of lists and answers 404, as if it did not exist. A hidden field is
absent, and its name is in the object's \`privacy_filtered\`; a field that is there and null is just not known. Who leaves
the organization is gone at once.

## Exports

1. \`POST /exports\` answers 202 with a job in the status \`pending\`.
2. Poll \`GET /exports/{export_id}\` every few seconds until it is \`completed\` or \`failed\`.
3. \`GET /exports/{export_id}/download\` gives a link to the archive that works for ${DOWNLOAD_URL_LIFETIME_S} seconds, without the key;
   whoever has it may download. Ask for a fresh one as often as you like.

The archive is a ZIP with \`manifest.json\` (what is in it, SHA-256 and row counts of each file, who was skipped and why, which sources were left out)
and \`athletes\`, \`activities\` and \`laps\`, each as \`.csv\`, \`.json\` or both. With \`include\` it holds besides, of who shares them with
programs, \`feedback\`, \`availability\` and \`injuries\`, or the club's \`sessions\` and \`attendance\`; of feedback that on activities of the
range and on planned workouts of its days. Athletes who cannot be included are skipped and
never fail the rest. What a platform's terms keep out of exports is left out of them, although single reads show it: by default
activities from Strava; \`sources_left_out\` in the manifest names them. Archives are removed seven days after completion; the job then answers 404. You see the exports that
your own key has asked for.

The CSV files are RFC 4180 in UTF-8 with a header row. Lists and objects in a cell are JSON (\`labels\`, \`best_efforts\`,
\`start_latlng\`), but \`group_ids\` and \`privacy_filtered\` are separated by spaces. A cell that a spreadsheet would take
for a formula begins with an apostrophe. The JSON files hold the same values as they are.

Athletes are told that their data was exported, and the organization's audit log names the key.

## Errors on any address

${ANY_ADDRESS}

## Versions

\`X-API-Version\` is on every answer and is a date. The address carries \`v1\`. New operations, optional parameters, members
of objects, and words of lists that only the server writes (such as \`code\`) may be added at any time. Anything else is a breaking change:
it is announced at least 90 days ahead, unless security or the law demands otherwise.`.trim();

export const DEVELOPER_INTRODUCTION: Pick<Surface, 'title' | 'summary' | 'description' | 'tags'> = {
  title: 'Ekiden developer API',
  summary: "Read and export an organization's training data",
  description: DESCRIPTION,
  tags: TAGS,
};
