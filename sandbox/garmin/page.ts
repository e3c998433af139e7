const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 10vh auto; max-width: 28rem; padding: 0 1rem; color: #1c1c1c; }
  fieldset { border: 1px solid #ccc; border-radius: 8px; margin: 0 0 1rem; padding: 0.75rem 1rem; }
  label { display: block; padding: 0.15rem 0; }
  button { font: inherit; padding: 0.5rem 1.25rem; margin: 0 0.25rem 0.25rem 0; border-radius: 8px; border: 1px solid #1c1c1c; background: none; }
  button.accept { background: #1c1c1c; color: #fff; }
  p.aside { color: #666; font-size: 0.85rem; }
`;

/** A page of the stand-in; both are HTML already. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1>
${content}
<p class="aside">A stand-in for Garmin Connect on this machine. Nobody here exists, and nothing leaves it.</p>
</body></html>
`;
}
