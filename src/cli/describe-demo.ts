import type { DemoClub } from '../../sandbox/demo-club/club.ts';
import { headCoachOf } from '../../sandbox/demo-club/find-club.ts';
import type { Config } from '../config.ts';

export type DemoAccess = {
  readonly club: DemoClub;
  readonly api_key: string;
  readonly password: string;
  /** Whose activities the example asks for. */
  readonly athlete: { readonly email: string; readonly user_id: string };
};

/** What somebody needs who has just started the demo: who to be, and three commands to paste. */
export function describeDemo(config: Config, { club, api_key, password, athlete }: DemoAccess): string {
  const developerApi = `${config.baseUrl}/developer/v1`;
  // Double quotes, which shells on all systems understand.
  const curl = `curl -H "X-API-Key: ${api_key}"`;
  return [
    '',
    `  ${club.organization.org_name} is ready at ${config.baseUrl}`,
    '',
    `  Coach             ${headCoachOf(club).email}`,
    `  Athlete           ${athlete.email}`,
    `  Password          ${password} (POST ${config.baseUrl}/api/v1/auth/login)`,
    `  API key           ${api_key}`,
    `  API reference     ${config.baseUrl}/docs`,
    '',
    '  The club, the latest runs of one athlete, an export of everything:',
    '',
    `  ${curl} ${developerApi}/org`,
    `  ${curl} "${developerApi}/activities?athlete_id=${athlete.user_id}&limit=2"`,
    `  ${curl} -H "Content-Type: application/json" -d "{}" ${developerApi}/exports`,
    '',
    `  The last one gives the export an id. Ask for ${developerApi}/exports/<id> until its status is`,
    `  completed, then for ${developerApi}/exports/<id>/download: it answers with a link to the ZIP.`,
    '',
    config.databaseUrl === undefined ? `  To begin anew, delete ${config.dataDir}.` : '',
    '  Stop with Ctrl+C.',
    '',
  ].join('\n');
}
