import { globSync } from 'node:fs';
import path from 'node:path';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { describe, expect, it } from 'vitest';
import { type GuardedUser, hasPlantRight, type PageGuard, findRedirect } from './guard-rules.ts';
import { isStoredAsLast, PAGES, findPage } from './page-table.ts';

const NORMAL: GuardedUser = {
  first_access: false,
  must_change: false,
  must_enable_2fa: false,
  admin: false,
  is_force: false,
  is_staff: false,
};
const userWith = (change: Partial<GuardedUser>): GuardedUser => ({ ...NORMAL, ...change });
const findRedirectOf = (path: string, user: GuardedUser | null): string | null =>
  findRedirect(findPage(path)?.guard ?? 'public', user, path);

describe('guards', () => {
  it('GUARD-01 GUARD-05 GUARD-06 they run in the declared order; the first that fails decides', () => {
    const everything = userWith({ first_access: true, must_change: true, must_enable_2fa: true });
    expect(findRedirectOf('/', everything)).toBe('/first-access');
    expect(findRedirectOf('/dashboard/peers', everything)).toBe('/first-access');
    expect(findRedirectOf('/', userWith({ must_change: true, must_enable_2fa: true }))).toBe('/password-change');
    expect(findRedirectOf('/dashboard/peers', userWith({ must_enable_2fa: true }))).toBe('/settings/two-factor');
    expect(findRedirectOf('/settings/two-factor', userWith({ must_enable_2fa: true }))).toBeNull();
    expect(findRedirectOf('/dashboard/peers', NORMAL)).toBe('/lpr');
    expect(findRedirectOf('/', null)).toBe('/login');
  });

  it('ROUTE-05 ROUTE-06 ROUTE-09 pages of one kind of user send everybody else where they belong', () => {
    expect(findRedirectOf('/login', null)).toBeNull();
    expect(findRedirectOf('/login', NORMAL)).toBe('/lpr');
    expect(findRedirectOf('/first-access', userWith({ first_access: true }))).toBeNull();
    expect(findRedirectOf('/first-access', NORMAL)).toBe('/lpr');
    expect(findRedirectOf('/first-access', null)).toBe('/login');
    expect(findRedirectOf('/password-change', userWith({ must_change: true }))).toBeNull();
    expect(findRedirectOf('/password-change', NORMAL)).toBe('/lpr');
    expect(findRedirectOf('/password-change', userWith({ first_access: true, must_change: true }))).toBe(
      '/first-access',
    );
  });

  it('/charts is for military users and provider staff', () => {
    expect(findRedirectOf('/charts', userWith({ is_force: true }))).toBeNull();
    expect(findRedirectOf('/charts', userWith({ is_staff: true }))).toBeNull();
    expect(findRedirectOf('/charts', userWith({ admin: true }))).toBe('/lpr');
    expect(findRedirectOf('/charts', null)).toBe('/login');
  });

  it('GUARD-08 KIND-05 every /dashboard page wants the admin flag', () => {
    const paths = PAGES.map(({ path }) => path).filter((path) => path.startsWith('/dashboard'));
    expect(paths).toHaveLength(6);
    for (const path of paths) {
      expect(findRedirectOf(path, userWith({ admin: true }))).toBeNull();
      expect(findRedirectOf(path, userWith({ is_staff: true, is_force: true }))).toBe('/lpr');
    }
  });

  it('GUARD-11 GUARD-12 GUARD-13 the reusable guards for staff and for non-military users', () => {
    expect(findRedirect('staff', userWith({ is_staff: true }), '/beta')).toBeNull();
    expect(findRedirect('staff', userWith({ admin: true }), '/beta')).toBe('/lpr');
    expect(findRedirect('not-force', NORMAL, '/somewhere')).toBeNull();
    expect(findRedirect('not-force', userWith({ is_force: true }), '/somewhere')).toBe('/lpr');
    // No page is marked as beta today.
    expect(PAGES.filter(({ guard }) => guard === 'staff')).toEqual([]);
  });

  const right = (path: string) => findPage(path)?.plantRight;

  it('ROUTE-31 ROUTE-32 ROUTE-33 users and devices of plants share one guard, groups have another', () => {
    expect(['/peer/users', '/peer/devices', '/peer/groups'].map(right)).toEqual(['users', 'users', 'groups']);
  });

  it('ROUTE-34 ROUTE-35 status and districts of plants exist without an extra guard', () => {
    for (const path of ['/peer/status', '/peer/districts']) {
      expect(findRedirectOf(path, NORMAL)).toBeNull();
      expect(right(path)).toBeUndefined();
    }
  });

  it('GUARD-09 GUARD-10 who has the right to users and devices, and to groups', () => {
    const none = { can_manage_users: false, audit_read: false, handles_requests: false };
    const delegate = [
      { ...none, level: 3 },
      { ...none, level: 6, can_manage_users: true },
    ];
    expect([hasPlantRight('users', delegate, null), hasPlantRight('groups', delegate, null)]).toEqual([true, false]);
    expect(hasPlantRight('groups', [{ ...none, level: 8 }], null)).toBe(true);
    expect(hasPlantRight('users', [], null)).toBe(false);
  });

  it('requests of people open by their own right on a plant, not by a level', () => {
    const chief = { level: 8, can_manage_users: true, audit_read: true, handles_requests: false };
    expect(right('/person-requests')).toBe('requests');
    expect(hasPlantRight('requests', [chief], null)).toBe(false);
    expect(hasPlantRight('requests', [chief, { ...chief, level: 1, handles_requests: true }], null)).toBe(true);
  });

  it('the log opens by its own right on a plant or the portal, not by a level', () => {
    const chief = { level: 8, can_manage_users: true, audit_read: false, handles_requests: false };
    expect(hasPlantRight('audit', [chief], null)).toBe(false);
    expect(hasPlantRight('audit', [chief, { ...chief, level: 1, audit_read: true }], null)).toBe(true);
    expect(hasPlantRight('audit', [], { ...NORMAL, audit_read: true })).toBe(true);
    expect(hasPlantRight('users', [], { ...NORMAL, audit_read: true })).toBe(false);
  });
});

/** Checklist rows, path and access level of each page. */
const SPECIFIED: readonly (readonly [rows: string, path: string, guard: PageGuard])[] = [
  ['ROUTE-01', '/', 'user'],
  ['ROUTE-02', '/home', 'user'],
  ['ROUTE-03', '/control-room', 'user'],
  ['ROUTE-04', '/destination-map', 'user'],
  ['ROUTE-07', '/forgot-password', 'public'],
  ['ROUTE-08', '/reset-password', 'public'],
  ['ROUTE-10', '/lpr', 'user'],
  ['ROUTE-11', '/visure-ministeriali', 'user'],
  ['ROUTE-12', '/visure-ministeriali/history', 'user'],
  ['ROUTE-13', '/blacklist', 'user'],
  ['ROUTE-14', '/blacklist-v2', 'user'],
  ['ROUTE-15', '/whitelist', 'user'],
  ['ROUTE-16', '/figurehead', 'user'],
  ['ROUTE-17', '/credentials', 'user'],
  ['ROUTE-18', '/exports', 'user'],
  ['ROUTE-19', '/about', 'user'],
  ['ROUTE-20', '/statistics', 'user'],
  ['ROUTE-21', '/analysis-gate-to-gate', 'user'],
  ['ROUTE-22', '/map', 'user'],
  ['ROUTE-23', '/map-zones', 'user'],
  ['ROUTE-24', '/settings', 'user'],
  ['ROUTE-25', '/monitor-cam', 'user'],
  ['ROUTE-26', '/partners-crime', 'user'],
  ['ROUTE-27', '/related-events', 'user'],
  ['ROUTE-28', '/suspects', 'user'],
  ['SHELL-12', '/support', 'user'],
  ['ROUTE-37', '/dashboard/peers', 'admin'],
  ['ROUTE-38', '/dashboard/users', 'admin'],
  ['ROUTE-39', '/dashboard/keys', 'admin'],
  ['ROUTE-40', '/dashboard/news', 'admin'],
  ['ROUTE-41', '/client-logs', 'user'],
  ['ROUTE-42', '/system-logs', 'user'],
  ['ROUTE-43', '/check-email', 'public'],
  ['ROUTE-44', '/logout', 'public'],
];

describe('pages', () => {
  it.each(SPECIFIED)('%s %s is in the table, for %s', (_row, path, guard) => {
    expect(findPage(path)?.guard).toBe(guard);
    expect(findRedirectOf(path, null)).toBe(guard === 'public' ? null : '/login');
    expect(findRedirectOf(path, userWith({ admin: true }))).toBeNull();
  });

  it('ROUTE-30 ROUTE-36 /peer and /dashboard lead on to their first page', () => {
    expect(findPage('/peer')?.leadsTo).toBe('/peer/status');
    expect(findPage('/dashboard')?.leadsTo).toBe('/dashboard/peers');
    for (const { leadsTo } of PAGES) if (leadsTo !== undefined) expect(findPage(leadsTo)).toBeDefined();
  });

  it('ROUTE-45 what is in no line is not found: unknown paths, pages below pages, odd spellings', () => {
    for (const path of ['/nope', '/blacklist/1', '/settings/nothing', '/LPR', '//evil.example', '/__proto__'])
      expect(findPage(path)).toBeUndefined();
  });

  it('ROUTE-46 ROUTE-47 every page is stored as the last one but those of P 2 and the catch-all', () => {
    const never = ['', '/', '/home', '/login', '/logout', '/password-change', '/forgot-password', '/reset-password'];
    for (const path of [...never, '/first-access', '/check-email', '/second-screen', '/nope'])
      expect([path, isStoredAsLast(path)]).toEqual([path, false]);
    const stored = PAGES.map(({ path }) => path).filter((path) => isStoredAsLast(path));
    expect(stored).toHaveLength(PAGES.length - 10);
    expect(stored).toContain('/suspects');
  });

  it.each(['it', 'en'] as const)(
    'SHELL-06 SHELL-07 SHELL-08 SHELL-09 SHELL-11 SHELL-12 SHELL-13 SHELL-14 in %s every screen has a title of its own',
    (language) => {
      const { t } = createI18n(language);
      const groups = new Map<string, Set<string>>();
      for (const { title, path, leadsTo } of PAGES) {
        if (leadsTo !== undefined || path === '/home' || path === '/blacklist-v2' || path === '/logout') continue;
        const text = t(title);
        groups.set(text, (groups.get(text) ?? new Set()).add(path));
      }
      expect([...groups].filter(([, paths]) => paths.size > 1)).toEqual([]);
      expect(groups.size).toBeGreaterThan(40);
    },
  );
});

describe('routes', () => {
  /** Addresses of the files of `routes/`: `_app.peer.$section.tsx` answers `/peer/` and any section. */
  const listRoutePatterns = (): readonly RegExp[] =>
    globSync('*.tsx', { cwd: path.join(import.meta.dirname, '../routes') })
      .filter((file) => !file.includes('.$.'))
      .map((file) => {
        const parts = file.replace(/\.tsx$/, '').split('.');
        const address = parts.filter((part) => !part.startsWith('_') && part !== 'index');
        const pattern = address.map((part) =>
          part.startsWith('{-$') ? '(?:/[\\w-]+)?' : part.startsWith('$') ? '/[\\w-]+' : `/${part}`,
        );
        return new RegExp(`^${pattern.length === 0 ? '/' : pattern.join('')}$`);
      });

  it('every page that leads nowhere else has a screen', () => {
    const patterns = listRoutePatterns();
    const missing = PAGES.filter(
      ({ path: page, leadsTo }) => leadsTo === undefined && !patterns.some((pattern) => pattern.test(page)),
    );
    expect(missing.map((page) => page.path)).toEqual([]);
    expect(patterns.some((pattern) => pattern.test('/nope'))).toBe(false);
  });
});
