/** The mark: a runner's sash on ink. A club's own colour takes the place of the sash. */
export function Sash(props: { readonly size?: number; readonly color?: string | undefined }) {
  const { size = 24, color = '#E9F04B' } = props;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="#14181B" />
      <path d="M3.2 24 19 0h5v.6L8.6 24z" fill={color} />
    </svg>
  );
}

/** Below it the sash cannot be told from the ink that it lies on. */
export const MIN_SASH_CONTRAST = 3;

/** A colour that a club has chosen, if it can be told from the ink that it lies on. */
export function usableSash(color: unknown): string | undefined {
  if (typeof color !== 'string') return undefined;
  return (sashContrast(color) ?? 0) >= MIN_SASH_CONTRAST ? color : undefined;
}

/** How well a colour can be told from the ink: 1 is not at all, 21 is most. Null for what is no colour. */
export function sashContrast(color: string): number | null {
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? [];
  if (r === undefined || g === undefined || b === undefined) return null;
  const [red, green, blue] = [r, g, b].map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  // WCAG's relative luminance, against that of #14181B.
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const [lighter, darker] =
    luminance > INK_LUMINANCE ? [luminance, INK_LUMINANCE] : [INK_LUMINANCE, luminance];
  return (lighter + 0.05) / (darker + 0.05);
}

const INK_LUMINANCE = 0.0091;
