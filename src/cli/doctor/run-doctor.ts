import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createLogger } from '../../infra/logger.ts';
import { createMailer, MailError } from '../../infra/mail/index.ts';
import { newId } from '../../shared/ids.ts';
import { systemClock } from '../../shared/time.ts';
import type { CommandContext, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type Check, error, type Finding, ok } from './finding.ts';
import { MACHINE_CHECKS } from './machine-checks.ts';
import { printFindings } from './print-findings.ts';
import { REACH_CHECKS, type ReachDeps, reachClient } from './reach-checks.ts';
import { runTogether } from './run-checks.ts';
import { SETTINGS_CHECKS } from './settings-checks.ts';
import { lookFromHere } from './with-stored.ts';

/** `ekiden doctor [--json] [--mail-to <address>]`: 0 where all is well, 1 after a warning, 2 after an error. */
export async function runDoctor(args: readonly string[], context: CommandContext): Promise<number> {
  const { json, mailTo } = readOptions(args);
  const { config, env, print } = context;
  const { signal } = new AbortController();
  const clock = systemClock;
  const reach = [...REACH_CHECKS, ...(mailTo === undefined ? [] : [sendMail(mailTo)])];
  const reached = runTogether(reach, { config, clock, http: reachClient() }, signal);
  const findings: Finding[] = [
    ...(await runTogether(SETTINGS_CHECKS, { config, env }, signal)),
    ...(await runTogether(MACHINE_CHECKS, { config, statfs, nodeVersion: process.versions.node }, signal)),
  ];
  await lookFromHere(config, 'doctor', signal, (told) => {
    if ('finding' in told) findings.push(told.finding);
  });
  findings.push(...(await reached));
  return printFindings(findings, { json, print });
}

/** A server with these settings does not start: nothing else can be looked at. */
export async function doctorWithoutConfig(
  args: readonly string[],
  reason: string,
  { print }: Terminal,
): Promise<number> {
  const finding: Finding = {
    check: 'settings',
    ...error(reason, 'set it right, and run ekiden doctor again'),
  };
  return printFindings([finding], { json: args.includes('--json'), print });
}

function readOptions(args: readonly string[]): { json: boolean; mailTo: string | undefined } {
  try {
    const options = { json: { type: 'boolean' }, 'mail-to': { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    return { json: values.json === true, mailTo: values['mail-to'] };
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The one mail that is really sent, as the server would. */
function sendMail(address: string): Check<ReachDeps> {
  return {
    name: 'mail to you',
    run: async ({ config, clock }, signal) => {
      const logger = await createLogger(config.logLevel, config.logFormat);
      const { smtpUrl: smtp_url, mailFrom: from, dataDir: data_dir, baseUrl } = config;
      const mailer = createMailer({ smtp_url, from, data_dir, logger, clock });
      const text = `This server sends mails: ekiden doctor asked it to, at ${baseUrl}.`;
      const message = {
        to: { address },
        subject: 'Ekiden: a mail to try',
        text,
        html: `<p>${text}</p>`,
        message_id: `doctor-${newId()}`,
      };
      try {
        await mailer.send(message, signal);
        const where = smtp_url === undefined ? `written to ${data_dir}/outbox` : 'taken by the mail server';
        return [ok(`a mail was ${where}; whether it arrives is for you to see`)];
      } catch (cause) {
        if (!(cause instanceof MailError)) throw cause;
        return [error(cause.message.replace(/\.$/, ''), 'see SMTP_URL, MAIL_FROM and the address')];
      } finally {
        await mailer.close();
      }
    },
  };
}
