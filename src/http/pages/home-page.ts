import { escapeHtml } from '../../shared/escape-html.ts';
import type { InEachLanguage, Language } from '../../shared/languages.ts';
import type { Route } from '../route.ts';
import type { Page } from './compose-page.ts';
import { pageRoute } from './page-route.ts';

/** Whom one may be on a server whose people are all invented. */
export type DemoPeople = {
  readonly club: string;
  readonly coach: string;
  readonly athlete: string;
  readonly password: string;
  /** Where the platforms are played. */
  readonly platforms: readonly { readonly name: string; readonly url: string }[];
};

type Words = {
  readonly heading: string;
  readonly what: string;
  readonly people: string;
  readonly sign_in: string;
  readonly sign_up: string;
  readonly reset: string;
  readonly programs: string;
  readonly application: string;
  readonly developer: string;
  readonly demo: string;
  readonly demo_what: string;
  readonly coach: string;
  readonly athlete: string;
  readonly password: string;
};

const WORDS: InEachLanguage<Words> = {
  en: {
    heading: 'This is an Ekiden server',
    what: 'Ekiden is a training platform for endurance athletes, their coaches and their clubs, which a club runs itself.',
    people: 'Athletes and coaches',
    sign_in: 'Sign in with the app that your club or coach uses.',
    sign_up:
      'To sign up, ask in the app for a mail. Its link opens a page here on which you choose a password.',
    reset:
      'If you have forgotten your password, say so in the app. The link in the mail that you get opens a page here on which you set a new one.',
    programs: 'Who writes an app or a program',
    application: 'Reference of the application API, for apps of people',
    developer: 'Reference of the developer API, for programs of an organization',
    demo: 'Whom to be in this demo',
    demo_what: 'Everybody in it is invented. Sign in as one of them:',
    coach: 'Coach',
    athlete: 'Athlete',
    password: 'Password of both',
  },
  'zh-TW': {
    heading: '這是一台 Ekiden 伺服器',
    what: 'Ekiden 是給耐力運動員、教練與俱樂部使用的訓練平台，由俱樂部自行架設。',
    people: '運動員與教練',
    sign_in: '請用您的俱樂部或教練使用的應用程式登入。',
    sign_up: '若要註冊，請在應用程式中索取郵件。郵件中的連結會開啟本站的頁面，讓您設定密碼。',
    reset: '若忘記密碼，請在應用程式中提出。您收到的郵件中的連結會開啟本站的頁面，讓您設定新密碼。',
    programs: '應用程式開發者',
    application: '應用程式 API 參考文件，供使用者的應用程式使用',
    developer: '開發者 API 參考文件，供組織的程式使用',
    demo: '在這個示範中可以扮演誰',
    demo_what: '其中的人物都是虛構的。您可以用其中一人登入：',
    coach: '教練',
    athlete: '運動員',
    password: '兩者的密碼',
  },
  ja: {
    heading: 'これは Ekiden のサーバーです',
    what: 'Ekiden は、持久系スポーツの選手とコーチ、クラブのためのトレーニングプラットフォームで、クラブが自分で運用します。',
    people: '選手とコーチの方へ',
    sign_in: 'クラブやコーチが使っているアプリでログインしてください。',
    sign_up:
      '登録するには、アプリでメールを請求してください。メールのリンクを開くと、このサーバーのページでパスワードを設定できます。',
    reset:
      'パスワードを忘れた場合は、アプリから手続きしてください。届いたメールのリンクを開くと、このサーバーのページで新しいパスワードを設定できます。',
    programs: 'アプリやプログラムを作る方へ',
    application: 'アプリケーション API のリファレンス（利用者のアプリ向け）',
    developer: '開発者 API のリファレンス（組織のプログラム向け）',
    demo: 'このデモで使えるアカウント',
    demo_what: '登場する人物はすべて架空です。次のいずれかでログインできます：',
    coach: 'コーチ',
    athlete: '選手',
    password: '共通のパスワード',
  },
};

/** `/`: what this server is, for somebody who typed its address. */
export function homePageRoute(demo: DemoPeople | null): Route {
  return pageRoute({
    path: '/',
    operation_id: 'getHomePage',
    tag: 'Operations',
    summary: 'Page that says what this server is',
    page: (language) => homePage(language, demo),
  });
}

export function homePage(language: Language, demo: DemoPeople | null): Page {
  const words = WORDS[language];
  return {
    language,
    heading: words.heading,
    content: [
      `  <p>${escapeHtml(words.what)}</p>\n`,
      ...(demo === null ? [] : [demoSection(words, demo)]),
      section(words.people, [words.sign_in, words.sign_up, words.reset].map(escapeHtml)),
      section(words.programs, [
        `<a href="/docs">${escapeHtml(words.application)}</a>`,
        `<a href="/docs/developer">${escapeHtml(words.developer)}</a>`,
      ]),
    ].join(''),
  };
}

/** @param paragraphs HTML */
function section(heading: string, paragraphs: readonly string[]): string {
  return `  <section>
    <h2>${escapeHtml(heading)}</h2>
${paragraphs.map((paragraph) => `    <p>${paragraph}</p>\n`).join('')}  </section>
`;
}

function demoSection(words: Words, { club, coach, athlete, password, platforms }: DemoPeople): string {
  const rows: readonly (readonly [string, string])[] = [
    [words.coach, coach],
    [words.athlete, athlete],
    [words.password, password],
  ];
  const list = rows
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(value)}</code></dd>`)
    .join('');
  const links = platforms.map(({ name, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`);
  return `  <section>
    <h2>${escapeHtml(words.demo)}</h2>
    <p>${escapeHtml(club)}. ${escapeHtml(words.demo_what)}</p>
    <dl>${list}</dl>
${links.length === 0 ? '' : `    <p>${links.join(' · ')}</p>\n`}  </section>
`;
}
