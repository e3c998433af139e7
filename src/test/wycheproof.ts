import { existsSync, readFileSync } from 'node:fs';
import type { JWK } from 'jose';

/** Third parties' vectors, which lie beside the repository where there are any. */
const FOLDER = new URL('../../../shared/facts/vectors/wycheproof/', import.meta.url);
const FILES = ['signature', 'crypto', 'key', 'encryption'].map(
  (name) => new URL(`json_web_${name}_test.json`, FOLDER),
);

/** Options of a test that needs the vectors. */
export const withWycheproof = FILES.every((file) => existsSync(file))
  ? {}
  : { skip: 'the vectors of Wycheproof are not here' };

/** One case of Wycheproof's JSON Web vectors. */
export type WycheproofCase = {
  /** Its file, number and comment. */
  readonly name: string;
  /** A JWS or JWE in compact form, or the JSON text of one in another form. */
  readonly token: string;
  readonly valid: boolean;
  /** What it is to be checked with; undefined for a set of keys, or when the case is about no one key. */
  readonly key: JWK | undefined;
};

/** Every JWS and JWE of Wycheproof. */
export function wycheproofCases(): readonly WycheproofCase[] {
  return FILES.flatMap((file) => {
    const { testGroups } = JSON.parse(readFileSync(file, 'utf8'));
    return testGroups.flatMap(casesOf);
  });
}

type Group = {
  readonly type: string;
  readonly public?: JWK;
  readonly private?: JWK;
  readonly tests: readonly Test[];
};
type Test = {
  readonly tcId: number;
  readonly comment: string;
  readonly jws?: unknown;
  readonly jwe?: unknown;
  readonly result: string;
};

function casesOf(group: Group): WycheproofCase[] {
  // HMAC keys have no public half.
  const key = group.public ?? group.private;
  return group.tests.map(({ tcId, comment, jws, jwe, result }) => {
    const token = jws ?? jwe;
    return {
      name: `${group.type} ${tcId}: ${comment}`,
      token: typeof token === 'string' ? token : JSON.stringify(token ?? null),
      valid: result === 'valid',
      key: key?.kty === undefined ? undefined : key,
    };
  });
}
