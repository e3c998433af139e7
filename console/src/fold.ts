/** Without accents and capitals, so that `zoe` finds Zoë. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim();
}
