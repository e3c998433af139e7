import { useSyncExternalStore } from 'react';

/** As the page is drawn by the server, which reads the cookie: `auto` is as the system of the reader has it. */
export const LOOKS = ['light', 'dark', 'auto'] as const;
export type Look = (typeof LOOKS)[number];

export const DENSITIES = ['usual', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const YEAR_S = 365 * 24 * 3600;
const DENSITY = 'ekiden.density';
const listeners = new Set<() => void>();

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** A cookie that the server reads for the first byte of every page, such as the look or the language. */
export function keepInCookie(name: 'ekiden_look' | 'ekiden_language' | 'ekiden_face', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there over http
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

function cookieOf(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function currentLook(): Look {
  return LOOKS.find((one) => one === document.documentElement.dataset.look) ?? 'auto';
}

/** Light, dark or as the system has it: of this browser. */
export function useLook(): readonly [Look, (look: Look) => void] {
  const look = useSyncExternalStore(listen, currentLook);
  const set = (wanted: Look): void => {
    document.documentElement.dataset.look = wanted;
    keepInCookie('ekiden_look', wanted);
    announce();
  };
  return [look, set];
}

function currentDensity(): Density {
  return localStorage.getItem(DENSITY) === 'compact' ? 'compact' : 'usual';
}

/**
 * Look, language and density as this device keeps them. Called once, before anything is drawn: the page that the service
 * worker keeps is the same for everybody.
 */
export function applyDeviceSettings(): void {
  const { documentElement: root } = document;
  const look = LOOKS.find((one) => one === cookieOf('ekiden_look'));
  if (look !== undefined) root.dataset.look = look;
  root.lang = cookieOf('ekiden_language') ?? root.lang;
  root.dataset.density = currentDensity();
  if (cookieOf('ekiden_face') === KEPT) drawWithFace();
}

/** Of the face: this browser has fetched it, so a page begins with it. */
const KEPT = 'kept';

/** On a first visit: fetches the face of Latin letters. @returns whether there is a face now that the page is not drawn with */
export async function fetchFace(): Promise<boolean> {
  if (document.documentElement.dataset.face === KEPT) return false;
  await document.fonts.load('1em Archivo');
  keepInCookie('ekiden_face', KEPT);
  return true;
}

export function drawWithFace(): void {
  document.documentElement.dataset.face = KEPT;
}

/** How high rows are: of this browser. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const density = useSyncExternalStore(listen, currentDensity);
  const set = (wanted: Density): void => {
    localStorage.setItem(DENSITY, wanted);
    document.documentElement.dataset.density = wanted;
    announce();
  };
  return [density, set];
}
