import type { MemberText } from './member-queries.ts';

/** What a coach typed, as it is stored: trimmed, each letter in one form; blank texts are none; a label counts once. */
export function readMemberText(input: {
  display_name: string | null | undefined;
  member_level: string | null | undefined;
  labels: readonly string[] | undefined;
}): MemberText {
  return {
    display_name: trimmedOrNull(input.display_name ?? null),
    member_level: trimmedOrNull(input.member_level ?? null),
    labels: distinctLabels(input.labels ?? []),
  };
}

export function trimmedOrNull(text: string | null): string | null {
  return text?.trim().normalize() || null;
}

export function distinctLabels(labels: readonly string[]): string[] {
  return [...new Set(labels.map((label) => label.trim().normalize()))];
}
