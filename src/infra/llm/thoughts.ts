/** The marks that end reasoning in an answer: some servers leave both marks, some models get the first one with the prompt and write only the last. */
const END =
  /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]|◁\/think▷|<\|channel\|>final<\|message\|>/gi;
/** Longer than the longest mark, to find one that is cut between pieces. */
export const LONGEST_MARK = 32;

/** The text after the last mark, or all of it. */
export function withoutThoughts(text: string): string {
  const last = [...text.matchAll(END)].at(-1);
  return last === undefined ? text : text.slice(last.index + last[0].length);
}
