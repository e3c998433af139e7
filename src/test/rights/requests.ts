import { newId } from '../../shared/ids.ts';
import type { ServedOperation } from '../bad-input/served-operations.ts';
import type { RequestOptions, TestResponse } from '../harness.ts';
import { ACCOUNT_REQUESTS } from './account-requests.ts';
import { CLUB_REQUESTS } from './club-requests.ts';
import { MESSAGE_REQUESTS } from './message-requests.ts';
import { PUSH_REQUESTS } from './push-requests.ts';
import type { ActorName, Right } from './read-rights.ts';
import type { RightsStage } from './rights-stage.ts';

/** What makes a request one with which nothing is wrong; ids of the path that it does not name are those of the stage. */
export type Prepared = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: FormData;
};
export type Prepare = (stage: RightsStage, actor: ActorName) => Prepared | Promise<Prepared>;

/** How each line of the table is asked for. */
const REQUESTS: Readonly<Record<string, Prepare>> = {
  ...ACCOUNT_REQUESTS,
  ...CLUB_REQUESTS,
  ...MESSAGE_REQUESTS,
  ...PUSH_REQUESTS,
};

/** The lines that can be asked for. */
export const ASKABLE: readonly string[] = Object.keys(REQUESTS);

/** A request of somebody, ready to be sent. */
export type Asked = {
  readonly right: Right;
  readonly actor: ActorName;
  /** It is about what belongs to an organization. */
  readonly isOfTheClub: boolean;
  send(): Promise<TestResponse>;
  /** The same about what does not exist: every id of the path is one of nothing. */
  sendInVain(): Promise<TestResponse>;
};

export async function prepare(
  stage: RightsStage,
  { surface, method, path }: ServedOperation,
  right: Right,
  actor: ActorName,
): Promise<Asked> {
  const make = REQUESTS[right.label];
  if (make === undefined) throw new Error(`How is ${right.label} asked for? Say so in REQUESTS.`);
  const { params = {}, query = {}, body, form } = await make(stage, actor);
  const options: RequestOptions = {
    ...(await stage.credentials(actor, right.scopes)),
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { form }),
  };
  const search = new URLSearchParams(query).toString();
  const send = async (idOf: (name: string) => string): Promise<TestResponse> => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));
    return await stage.server.request(method, `${surface}${filled}${search && `?${search}`}`, options);
  };
  const idOf = (name: string): string => {
    const id = params[name] ?? stage.ids[name];
    if (id === undefined) throw new Error(`Of which ${name} is ${right.label}? Put one on the stage.`);
    return id;
  };
  return {
    right,
    actor,
    isOfTheClub: path.includes('{org_id}'),
    send: () => send(idOf),
    sendInVain: () => send(newId),
  };
}
