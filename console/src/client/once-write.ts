import type { paths } from './generated.ts';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A write that the server takes with an `Idempotency-Key`, with what goes into its path and its body. */
export type OnceWrite = {
  [Path in keyof paths]: {
    [Verb in Method]: WriteOf<Path, Verb, paths[Path][Lowercase<Verb>]>;
  }[Method];
}[keyof paths];

type WriteOf<Path, Verb, Operation> = Operation extends { parameters: { header?: infer Header } }
  ? HasWriteKey<Exclude<Header, undefined>> extends true
    ? { readonly method: Verb; readonly path: Path } & ParamsOf<Operation> & BodyOf<Operation>
    : never
  : never;

type HasWriteKey<Header> = [Header] extends [never]
  ? false
  : 'Idempotency-Key' extends keyof Header
    ? true
    : false;

type ParamsOf<Operation> = Operation extends { parameters: { path: infer Params } }
  ? { readonly params: Readonly<Params> }
  : { readonly params?: undefined };

type BodyOf<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { readonly body: Body }
  : { readonly body?: undefined };
