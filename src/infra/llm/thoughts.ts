/**
 * Where a model's thoughts end that stand in its answer: some servers leave both marks there, some models get the first one with
 * the prompt and write the last alone. The thoughts before it are no part of what it says.
 */
const END =
  /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]|◁\/think▷|<\|channel\|>final<\|message\|>/gi;
/** More than the longest mark has, so that one which is cut between pieces is found. */
export const LONGEST_MARK = 32;

/** What stands behind the last mark, or the text where there is none. */
export function withoutThoughts(text: string): string {
  const last = [...text.matchAll(END)].at(-1);
  return last === undefined ? text : text.slice(last.index + last[0].length);
}
