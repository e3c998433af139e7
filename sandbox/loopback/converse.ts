import { createInterface } from 'node:readline/promises';

/** Says to the server what is written here, a line each, and shows what came: empty lines say nothing. */
export async function converse(person: {
  says(text: string): Promise<{ readonly status: number }>;
  received(): readonly string[];
}): Promise<void> {
  let shown = 0;
  for await (const said of createInterface({ input: process.stdin })) {
    if (said.trim() !== '') {
      const status = await person.says(said).then((post) => String(post.status), String);
      console.log(`(the server answered ${status})`);
    }
    for (const text of person.received().slice(shown)) console.log(`< ${text}`);
    shown = person.received().length;
  }
}
