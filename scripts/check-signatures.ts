import { spawnSync } from 'node:child_process';

/**
 * `npm run signatures`: what is installed has the registry's signatures and, where packages have them, attestations of provenance that
 * hold. Fails where one is wrong or missing. Where the keys are out of reach, as behind most mirrors of packages, it says so and passes:
 * `npm ci` has held every package against the hash in `package-lock.json` all the same. `--required` fails there too, for a release.
 */
const WAIT_MS = 120_000;

/** Of npm's errors, those that say nothing of packages: the keys, the signatures or Sigstore's list of keys cannot be had. */
const OUT_OF_REACH =
  /^(?:E(?:NOTFOUND|AI_AGAIN|CONN[A-Z]+|TIMEDOUT|NETUNREACH|HOSTUNREACH|[45]\d\d)|FETCH_ERROR|ERR_SOCKET_TIMEOUT|TUF_[A-Z_]+)$/;
const WITHOUT_KEYS = /no dependencies to audit that were installed from a supported registry/;

type Found = { readonly name: string; readonly version: string; readonly code?: string };
type Answer = {
  readonly invalid?: readonly Found[];
  readonly missing?: readonly Found[];
  readonly error?: { readonly code?: string | null; readonly summary?: string };
};

const { status, stdout, stderr, error } = spawnSync(
  'npm',
  ['audit', 'signatures', '--json', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'],
  { encoding: 'utf8', maxBuffer: 64e6, timeout: WAIT_MS, shell: process.platform === 'win32' },
);
if (error !== undefined && Reflect.get(error, 'code') !== 'ETIMEDOUT') throw error;
process.exitCode = judge(error === undefined ? read(stdout) : { error: { code: 'ETIMEDOUT' } });

function read(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

/** @returns the exit code */
function judge(answer: Answer | undefined): number {
  const { invalid, missing, error: failure } = answer ?? {};
  for (const { name, version, code } of invalid ?? [])
    console.error(
      `${name}@${version}: ${code === 'EATTESTATIONVERIFY' ? 'its attestation' : 'its signature'} is wrong. Somebody may have changed it: do not use it, and tell who publishes it.`,
    );
  for (const { name, version } of missing ?? [])
    console.error(`${name}@${version}: it has no signature, although the registry signs packages.`);
  if (invalid !== undefined && missing !== undefined) {
    if (invalid.length + missing.length > 0) return 1;
    if (status === 0) {
      console.log('Every package that is installed has a signature that holds.');
      return 0;
    }
  }
  const { code = '', summary = '' } = failure ?? {};
  if (!OUT_OF_REACH.test(code ?? '') && !WITHOUT_KEYS.test(summary)) {
    console.error(`npm audit signatures ended with ${status}:\n${stdout}${stderr}`);
    return 1;
  }
  const isRequired = process.argv.includes('--required');
  console.log(
    `The signatures were not checked, the keys are out of reach: ${summary || code}\n${isRequired ? 'Run this where the npm registry and tuf-repo-cdn.sigstore.dev answer.' : 'Each package was held against its hash in package-lock.json.'}`,
  );
  return isRequired ? 1 : 0;
}
