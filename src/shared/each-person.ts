/** A person takes some milliseconds: a page is a glance at the database every second or so. */
const PEOPLE_A_PAGE = 200;

type FindPage = (page: { after: string | null; limit: number }) => Promise<readonly string[]>;

/**
 * Goes through people one after the other in the order of their ids, so that two who do it at once do not wait for each other.
 *
 * @param findPage the ids after the given one, ascending; null: from the first
 * @param signal ends it between two people
 */
export async function eachPerson(
  findPage: FindPage,
  work: (user_id: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const page: readonly string[] = await findPage({ after, limit: PEOPLE_A_PAGE });
    for (const user_id of page) {
      signal?.throwIfAborted();
      await work(user_id);
    }
    if (page.length < PEOPLE_A_PAGE) return;
    after = page.at(-1) ?? null;
  }
}

/**
 * The same, where what is broken of one must not keep everybody behind them from theirs.
 *
 * @param passOver is told who was left out, and why
 */
export async function eachPersonThatCan(
  findPage: FindPage,
  work: (user_id: string) => Promise<void>,
  {
    signal,
    passOver,
  }: { readonly signal: AbortSignal; readonly passOver: (user_id: string, error: unknown) => void },
): Promise<void> {
  const tried = async (user_id: string): Promise<void> => {
    try {
      await work(user_id);
    } catch (error) {
      signal.throwIfAborted();
      passOver(user_id, error);
    }
  };
  await eachPerson(findPage, tried, signal);
}
