import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

type Rgb = readonly [number, number, number];
type Look = 'light' | 'dark';

const TOKENS = readFileSync(new URL('../src/style/tokens.css', import.meta.url), 'utf8');
const LOOKS: readonly Look[] = ['light', 'dark'];
const KINDS = ['easy', 'long', 'tempo', 'intervals', 'race', 'strength'] as const;

/** How colours look to who has no working L, M or S cones, on linear RGB (Machado, Oliveira, Fernandes 2009, severity 1). */
const SIMULATED: Readonly<Record<string, readonly Rgb[]>> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** A token's colour in linear RGB. */
function colorOf(name: string, look: Look): Rgb {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(TOKENS) ?? [];
  const hex = (look === 'light' ? light : dark) ?? assert.fail(`no token ${name}`);
  const part = (at: number): number => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** WCAG 2.2's contrast ratio. */
function contrast(a: Rgb, b: Rgb): number {
  const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const apply = (matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Rgb;

/** Björn Ottosson's OKLab, from linear RGB. */
function oklab(color: Rgb): Rgb {
  const cones = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  ).map((value) => Math.cbrt(value)) as unknown as Rgb;
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

describe('the colours of the console', () => {
  for (const look of LOOKS) {
    test(`texts can be read on every ground, ${look}`, () => {
      const least = { ink: 12, 'ink-2': 7, 'ink-3': 4.5 } as const;
      for (const [name, ratio] of Object.entries(least))
        for (const ground of ['paper', 'mist', 'sunk']) {
          const found = contrast(colorOf(name, look), colorOf(ground, look));
          assert.ok(found >= ratio, `${name} on ${ground}: ${found.toFixed(2)}`);
        }
      for (const name of ['link', 'fault'])
        assert.ok(contrast(colorOf(name, look), colorOf('paper', look)) >= 4.5, name);
    });

    test(`controls and kinds of workouts stand out from the page, ${look}`, () => {
      for (const name of ['control', ...KINDS]) {
        const found = contrast(colorOf(name, look), colorOf('paper', look));
        assert.ok(found >= 3, `${name}: ${found.toFixed(2)}`);
      }
    });

    for (const [sight, matrix] of Object.entries(SIMULATED)) {
      test(`kinds of workouts are told apart with ${sight}, ${look}`, () => {
        for (const [place, one] of KINDS.entries())
          for (const other of KINDS.slice(place + 1)) {
            const [a, b] = [one, other].map((name) => oklab(apply(matrix, colorOf(name, look)))) as [
              Rgb,
              Rgb,
            ];
            const apart = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
            assert.ok(apart >= 0.1, `${one} and ${other}: ${apart.toFixed(3)}`);
          }
      });
    }
  }
});
