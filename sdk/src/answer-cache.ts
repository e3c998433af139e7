/** Answers by address, with the entity tags the server knows them by: the least recently used go first. */
export type AnswerCache = {
  find(url: string): CachedAnswer | undefined;
  keep(url: string, answer: CachedAnswer): void;
};

/** The text, parsed anew each time: whoever changes an object changes only their own. */
type CachedAnswer = { readonly etag: string; readonly text: string };

export function createAnswerCache(maxEntries: number): AnswerCache {
  // In the order of insertion, so what is used is inserted again.
  const answers = new Map<string, CachedAnswer>();
  const keep = (url: string, answer: CachedAnswer): void => {
    answers.delete(url);
    answers.set(url, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= maxEntries) break;
      answers.delete(oldest);
    }
  };
  const find = (url: string): CachedAnswer | undefined => {
    const answer = answers.get(url);
    if (answer !== undefined) keep(url, answer);
    return answer;
  };
  return { find, keep };
}
