import { escapeHtml } from '../../shared/escape-html.ts';
import type { Language } from '../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../words/index.ts';
import type { Route } from '../route.ts';
import type { CookieRequest } from '../session-cookie.ts';
import type { Page } from './compose-page.ts';
import { pageRoute } from './page-route.ts';

/** People to sign in as on a demo server. */
export type DemoPeople = {
  readonly club: string;
  readonly coach: string;
  readonly athlete: string;
  readonly password: string;
  /** Where the platforms are played. */
  readonly platforms: readonly { readonly name: string; readonly url: string }[];
};

/** `/`: says what this server is. A signed-in visitor is sent on to the console. */
export function homePageRoute(
  demo: DemoPeople | null,
  isSignedIn: (request: CookieRequest) => Promise<boolean>,
): Route {
  return pageRoute({
    path: '/',
    operation_id: 'getHomePage',
    tag: 'Operations',
    summary: 'Page that says what this server is',
    page: (language) => homePage(language, demo),
    onward: async (request) => ((await isSignedIn(request)) ? '/console/' : null),
  });
}

export function homePage(language: Language, demo: DemoPeople | null): Page {
  const say = phrasesIn(language);
  return {
    language,
    heading: say('pages.home.heading'),
    has_languages: true,
    content: [
      `  <p class="lead">${escapeHtml(say('pages.home.what'))}</p>\n`,
      `  <p><a class="button" href="/sign-in">${escapeHtml(say('pages.home.signIn'))}</a></p>\n`,
      ...(demo === null ? [] : [demoSection(say, demo)]),
      section(say('pages.home.programs'), [
        `<a href="/docs">${escapeHtml(say('pages.home.application'))}</a>`,
        `<a href="/docs/developer">${escapeHtml(say('pages.home.developer'))}</a>`,
      ]),
    ].join(''),
  };
}

function section(heading: string, paragraphs: readonly string[]): string {
  return `  <section>
    <h2>${escapeHtml(heading)}</h2>
${paragraphs.map((paragraph) => `    <p>${paragraph}</p>\n`).join('')}  </section>
`;
}

function demoSection(say: Phrases, { club, coach, athlete, password, platforms }: DemoPeople): string {
  const rows: readonly (readonly [string, string])[] = [
    [say('pages.home.coach'), coach],
    [say('pages.home.athlete'), athlete],
    [say('pages.home.password'), password],
  ];
  const list = rows
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(value)}</code></dd>`)
    .join('');
  const links = platforms.map(({ name, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`);
  return `  <section>
    <h2>${escapeHtml(say('pages.home.demo'))}</h2>
    <p>${escapeHtml(club)}. ${escapeHtml(say('pages.home.demoWhat'))}</p>
    <dl>${list}</dl>
${links.length === 0 ? '' : `    <p>${links.join(' · ')}</p>\n`}  </section>
`;
}
