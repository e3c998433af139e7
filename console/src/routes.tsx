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
  { path: 'o/:org/messages', element: <Navigate to="inbox" replace /> },
  screen('o/:org/messages/inbox', ['messages'], () => import('./screens/messages/inbox.tsx')),
  screen(
    'o/:org/messages/campaigns',
    ['messages', 'campaigns'],
    () => import('./screens/campaigns/campaigns.tsx'),
  ),
  screen(
    'o/:org/messages/campaigns/new',
    ['campaigns'],
    () => import('./screens/campaigns/new-campaign.tsx'),
  ),
  screen(
    'o/:org/messages/campaigns/:campaign',
    ['campaigns'],
    () => import('./screens/campaigns/campaign.tsx'),
  ),
  screen('messages/:org?', ['messages', 'athlete'], () => import('./screens/messages/own-messages.tsx')),
  screen('o/:org/sessions', ['sessions'], () => import('./screens/sessions/sessions.tsx')),
  screen(
    'o/:org/sessions/:session',
    ['sessions', 'training'],
    () => import('./screens/sessions/session.tsx'),
  ),
  screen('o/:org/triage/:user?', ['triage'], () => import('./screens/triage/triage.tsx')),
  screen('o/:org/roster', ['roster'], () => import('./screens/roster/roster.tsx')),
  screen(
    'o/:org/calendar/:week?',
    ['calendar', 'comments', 'typed'],
    () => import('./screens/calendar/calendar.tsx'),
  ),
  screen('o/:org/plans', ['plans'], () => import('./screens/plans/plans.tsx')),
  screen('o/:org/plans/new', ['plan-editor'], () => import('./screens/plan-editor/plan-editor.tsx')),
  screen('o/:org/plans/:plan', ['plans', 'typed', 'training'], () => import('./screens/plan/plan.tsx')),
  screen(
    'o/:org/library',
    ['plans', 'library', 'typed', 'training'],
    () => import('./screens/library/library.tsx'),
  ),
  screen(
    'o/:org/athletes/:user/:tab?',
    ['athlete', 'days', 'calendar', 'comments', 'typed'],
    () => import('./screens/athlete/athlete.tsx'),
  ),
  screen('today', ['today', 'told', 'training'], () => import('./screens/today/today.tsx')),
  screen('calendar', ['own-calendar', 'training'], () => import('./screens/own-calendar/own-calendar.tsx')),
  screen(
    'o/:org/athletes/:user/activities/:id',
    ['review', 'comments'],
    () => import('./screens/review/review.tsx'),
  ),
  screen('runs', ['runs', 'sports'], () => import('./screens/runs/runs.tsx')),
  screen('runs/:id', ['review', 'comments', 'sports', 'told'], () => import('./screens/review/own-run.tsx')),
  screen('new-organization', ['settings'], () => import('./screens/settings/new-organization.tsx')),
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
