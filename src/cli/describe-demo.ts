import type { DemoClub } from '../../sandbox/demo-club/club.ts';
import { headCoachOf } from '../../sandbox/demo-club/find-club.ts';
import type { Config } from '../config.ts';
import type { DemoPeople } from '../http/pages/home-page.ts';

export type DemoAccess = {
  readonly club: DemoClub;
  readonly org_id: string;
  readonly api_key: string;
  readonly password: string;
  readonly athlete: { readonly email: string; readonly user_id: string };
  readonly platforms: { readonly strava_url: string | null; readonly garmin_url: string | null };
};

/** A shell function (bash, zsh) that prints one field of a JSON answer. */
const FIELD = '  field() { sed "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/"; }';
const JSON_HEADER = '-H "Content-Type: application/json"';

/** The text for somebody who has just started the demo: accounts to sign in with and commands to paste. */
export function describeDemo(config: Config, access: DemoAccess): string {
  const { club, api_key, password, athlete } = access;
  const developerApi = `${config.baseUrl}/developer/v1`;
  // Double quotes, which shells on all systems understand.
  const curl = `curl -H "X-API-Key: ${api_key}"`;
  return [
    '',
    `  ${club.organization.org_name} is ready. Open ${config.baseUrl}/sign-in and be one of its people:`,
    '',
    `  Coach             ${headCoachOf(club).email}`,
    `  Athlete           ${athlete.email}`,
    `  Password          ${password}`,
    '',
    `  For programs there is an API key, ${api_key},`,
    `  and the API reference at ${config.baseUrl}/docs.`,
    '',
    '  The club, the latest runs of one athlete, an export of everything:',
    '',
    `  ${curl} ${developerApi}/org`,
    `  ${curl} "${developerApi}/activities?athlete_id=${athlete.user_id}&limit=2"`,
    `  ${curl} ${JSON_HEADER} -d "{}" ${developerApi}/exports`,
    '',
    `  The last one gives the export an id. Ask for ${developerApi}/exports/<id> until its status is`,
    `  completed, then for ${developerApi}/exports/<id>/download: it answers with a link to the ZIP.`,
    '',
    ...describeSigningIn(config, access),
    ...describePlans(config, access),
    ...describeNotifications(config, access),
    ...describePlatforms(config, access),
    config.databaseUrl === undefined ? `  To begin anew, delete ${config.dataDir}.` : '',
    '  Stop with Ctrl+C.',
    '',
  ].join('\n');
}

export function demoPeople({ club, password, athlete, platforms }: DemoAccess): DemoPeople {
  const played = [
    { name: 'Strava', url: platforms.strava_url },
    { name: 'Garmin', url: platforms.garmin_url },
  ];
  return {
    club: club.organization.org_name,
    coach: headCoachOf(club).email,
    athlete: athlete.email,
    password,
    platforms: played.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }])),
  };
}

/** The same as fields, for programs that read the log. */
export function demoFacts({ baseUrl }: Config, access: DemoAccess): Readonly<Record<string, string>> {
  const { club, api_key, password, athlete } = access;
  return {
    url: baseUrl,
    docs: `${baseUrl}/docs`,
    coach: headCoachOf(club).email,
    athlete: athlete.email,
    password,
    api_key,
  };
}

/** A week that is light enough for every athlete of the demo, so that days and distances come back unchanged. */
const DRAFT = `## Week 1: A light one

- Tuesday: Easy run, 5 km
- Thursday: Fartlek, 6 km
- Sunday: Long run, 8 km
`;

const CAMPAIGN = {
  title: 'Intervals in the park tonight',
  body: 'The track is under water. We meet at the pond.',
  channels: ['push', 'email'],
  audience: 'all',
  draft: true,
};

/** Commands that keep access tokens in shell variables; for bash and zsh. */
function describeSigningIn({ baseUrl }: Config, { club, password, athlete }: DemoAccess): string[] {
  return [
    '  As the athlete and as the coach, which the commands below are for (bash, zsh):',
    '',
    FIELD,
    signInLine('athlete', athlete.email, { baseUrl, password }),
    signInLine('coach', headCoachOf(club).email, { baseUrl, password }),
    '',
  ];
}

const curlAs = (who: 'athlete' | 'coach'): string => `curl -s -H "Authorization: Bearer $${who}"`;

/** Commands that read the athlete's notifications, follow their stream and send a campaign. */
function describeNotifications({ baseUrl, dataDir }: Config, { org_id }: DemoAccess): string[] {
  const centre = `${baseUrl}/api/v1/notifications/center`;
  const campaigns = `${baseUrl}/api/v1/organizations/${org_id}/campaigns`;
  return [
    '  Notifications: how many the athlete has not read, and the newest; what comes from now on, for five seconds; and',
    `  meanwhile a campaign of the coach, from draft to counts. Mails and pushes are files in ${dataDir}/outbox.`,
    '',
    `  ${curlAs('athlete')} ${centre}/counts; echo`,
    `  ${curlAs('athlete')} "${centre}?page_size=3"; echo`,
    `  ${curlAs('athlete')} -N --max-time 5 ${centre}/stream &`,
    `  campaign=$(${curlAs('coach')} ${JSON_HEADER} -d '${JSON.stringify(CAMPAIGN)}' ${campaigns} | field id)`,
    `  ${curlAs('coach')} -X POST ${campaigns}/$campaign/send; echo; wait`,
    `  ${curlAs('coach')} ${campaigns}/$campaign; echo`,
    '',
  ];
}

/** Commands that read an existing plan as coach and as athlete and make a new one. */
function describePlans({ baseUrl }: Config, { org_id, athlete }: DemoAccess): string[] {
  const api = `${baseUrl}/api/v1`;
  const request = JSON.stringify({
    org_id,
    athlete_id: athlete.user_id,
    weeks: 1,
    experience_level: 'intermediate',
    refined_draft: DRAFT,
  });
  return [
    '  Training plans: what the athlete has to do and has done, what their coach sees of it, and a week for the',
    '  athlete, made from a draft and told as it comes about. At last a link by which a calendar program reads the plans.',
    '',
    `  ${curlAs('athlete')} ${api}/plans/mine`,
    `  ${curlAs('coach')} ${api}/organizations/${org_id}/athletes/${athlete.user_id}/plans`,
    `  ${curlAs('coach')} -N ${JSON_HEADER} -d '${request}' ${api}/plans/generate/stream`,
    `  ${curlAs('athlete')} -X POST ${api}/plans/mine/subscription; echo`,
    '',
  ];
}

function signInLine(
  variable: string,
  email: string,
  { baseUrl, password }: { readonly baseUrl: string; readonly password: string },
): string {
  const credentials = JSON.stringify({ email, password });
  return `  ${variable}=$(curl -s ${JSON_HEADER} -d '${credentials}' ${baseUrl}/api/v1/auth/login | field access_token)`;
}

/** Commands that pass through a consent; two of them read a value from an answer, so they need bash or zsh. */
function describePlatforms({ baseUrl }: Config, { password, athlete, platforms }: DemoAccess): string[] {
  const { strava_url, garmin_url } = platforms;
  const first = strava_url === null ? 'garmin' : 'strava';
  if (strava_url === null && garmin_url === null) return [];
  const api = `${baseUrl}/api/v1`;
  const bearer = 'curl -s -H "Authorization: Bearer $token"';
  const pages = [
    ...(strava_url === null ? [] : [`  Strava            ${strava_url}`]),
    ...(garmin_url === null ? [] : [`  Garmin            ${garmin_url}`]),
  ];
  const other =
    strava_url !== null && garmin_url !== null ? ' Write garmin for strava to connect Garmin.' : '';
  const history =
    garmin_url === null
      ? []
      : ['  At Garmin tick what was recorded before today, or only what is new comes.'];
  return [
    '  Platforms, played on this machine. Once connected, go for a run there, or let Ekiden go:',
    '',
    ...pages,
    '',
    `  Connect one as the athlete (bash, zsh): open the address that the third line prints.${other}`,
    ...history,
    '',
    FIELD,
    signInLine('token', athlete.email, { baseUrl, password }),
    `  ${bearer} "${api}/${first}/oauth/authorize-url?return_url=${baseUrl}/connected" | field authorize_url; echo`,
    `  ${bearer} ${api}/integrations`,
    `  ${bearer} "${api}/activities?limit=2"`,
    '',
  ];
}
