import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type NonIndexRouteObject, type RouteObject } from 'react-router';
import { loadWords } from './say.tsx';
import { Home } from './shell/home.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ScreenFailed } from './shell/screen-failed.tsx';
import { Shell } from './shell/shell.tsx';

/** Every address of the console. A screen and its texts are fetched when it is opened. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(
    [
      {
        path: '/',
        Component: Shell,
        HydrateFallback: () => null,
        ErrorBoundary: ScreenFailed,
        children: [
          { index: true, Component: Home },
          { ErrorBoundary: ScreenFailed, children: SCREENS },
          { path: '*', Component: NotFound },
        ],
      },
    ],
    { basename: '/console' },
  );
}

/** A screen's module says what is drawn as `Screen`. */
type Screen = { readonly Screen: ComponentType };

/** @param words the rooms of its texts */
function screen(path: string, words: readonly string[], load: () => Promise<Screen>): NonIndexRouteObject {
  return {
    path,
    lazy: async () => {
      const [{ Screen }] = await Promise.all([load(), ...words.map(loadWords)]);
      return { Component: Screen };
    },
  };
}

const SCREENS: RouteObject[] = [
  screen('o/:org/messages', ['messages'], () => import('./screens/messages/messages.tsx')),
  screen('messages/:org?', ['messages', 'athlete'], () => import('./screens/messages/own-messages.tsx')),
  screen('o/:org/sessions', ['sessions'], () => import('./screens/sessions/sessions.tsx')),
  screen('o/:org/sessions/:session', ['sessions'], () => import('./screens/sessions/session.tsx')),
  screen('o/:org/triage/:user?', ['triage'], () => import('./screens/triage/triage.tsx')),
  screen('o/:org/roster', ['roster'], () => import('./screens/roster/roster.tsx')),
  screen('o/:org/calendar/:week?', ['calendar'], () => import('./screens/calendar/calendar.tsx')),
  screen('o/:org/athletes/:user/:tab?', ['athlete', 'days'], () => import('./screens/athlete/athlete.tsx')),
  screen('today', ['today', 'told', 'training'], () => import('./screens/today/today.tsx')),
  screen('calendar', ['own-calendar', 'training'], () => import('./screens/own-calendar/own-calendar.tsx')),
  screen('o/:org/athletes/:user/activities/:id', ['review'], () => import('./screens/review/review.tsx')),
  screen('runs', ['runs', 'sports'], () => import('./screens/runs/runs.tsx')),
  screen('runs/:id', ['review', 'sports', 'told'], () => import('./screens/review/own-run.tsx')),
  { path: 'me', element: <Navigate to="/me/settings" replace /> },
  screen('me/settings', ['me'], () => import('./screens/me/me.tsx')),
  screen('me/privacy', ['privacy'], () => import('./screens/privacy/privacy.tsx')),
  screen('me/connections', ['connections'], () => import('./screens/connections/connections.tsx')),
  {
    ...screen('o/:org/settings', ['settings'], () => import('./screens/settings/settings.tsx')),
    children: [
      screen('general', ['settings'], () => import('./screens/settings/general.tsx')),
      screen('members', ['settings'], () => import('./screens/settings/members.tsx')),
      screen('coaches', ['settings'], () => import('./screens/settings/coaches.tsx')),
      screen('groups/:group?', ['settings'], () => import('./screens/settings/groups.tsx')),
      screen('invitations', ['settings'], () => import('./screens/settings/invitations.tsx')),
      screen('security', ['security'], () => import('./screens/settings/security.tsx')),
      screen('exports', ['exports'], () => import('./screens/settings/exports.tsx')),
      screen('audit', ['audit'], () => import('./screens/settings/audit.tsx')),
    ],
  },
];
