// Which modules of the page share a script file.
/** Matches modules of a folder by their names, without extension: one in a string, or several with | between them. */
const modules = (folder: string, ...names: string[]): RegExp =>
  new RegExp(`${folder}/(?:${names.join('|')})\\.[a-z]+$`)

const either = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'))

const packages = (...names: string[]): RegExp => new RegExp(`node_modules/(?:${names.join('|')})/`)

const ICONS = 'lucide-react/dist/esm/icons'

// Each list below is one script file. A module that a first page needs and no list names is a request more; one that
// it does not need is weight. `npm run build && node scripts/check-budgets.mjs` shows both.

/** What the entry and the log-in need: every page loads it. */
const BASE = either(
  /vite\/preload-helper/,
  // The look of Input and Textarea: the file that has it is loaded with either.
  /client\/ui\/Input\.css/,
  packages('clsx'),
  modules('zustand/esm', 'react', 'vanilla'),
  modules(ICONS, 'eye', 'eye-off', 'triangle-exclamation-point'),
  modules('ui/internal', 'overlay-modules'),
  modules('account/data/viewer', 'kept-account', 'viewer\\.store', 'with-next'),
  modules('site/announcement', 'Announcement'),
  modules('site/data', 'announcement\\.store'),
  modules('account/data/proof', 'proof\\.store'),
  modules('account/data/sign-up', 'sign-up\\.store'),
  modules('site/shortcuts', 'shortcuts\\.store'),
  modules(
    'client/live',
    'api-error',
    'counted',
    'create-store',
    'failure-toast',
    'registry',
    'use-write',
    'WriteButton',
  ),
  modules(
    'client/ui',
    'after-paint|Button|ButtonLink|composing|EmptyState|ErrorState|Field|IconButton|in-browser',
    'lazy-component|load-code|Logo|Mascot|mascots|page-title|rendered-at|replaced-build|Separator',
    'server-time|Spinner|stable-hash|storage|submitted|TextLink|toast|useHydrating|when-idle',
  ),
  modules(
    'contract',
    'account\\.constants',
    'analytics\\.events',
    'brand',
    'limits',
    'monitor\\.constants',
    'site\\.first-page',
    'site\\.page-titles',
  ),
)

/** What the account pages share: the log-in loads it, and no page of posts. */
const ACCOUNT = either(
  modules('account/login', 'AuthFrame', 'FormAlert', 'GoogleButton', 'next-path'),
  modules('account/data/second-factor', 'passkeys-work'),
  modules('client/ui', 'Input', 'PasswordInput'),
)

/** What the layout and the lists of posts draw with. */
const UI = either(
  modules('zustand/esm/(?:react|vanilla)', 'shallow'),
  modules('contract', 'posts\\.constants', 'site\\.page-descriptions', 'text', 'web-addresses'),
  modules(
    ICONS,
    'activity',
    'arrow-right',
    'arrow-up',
    'bell',
    'crown',
    'ellipsis',
    'hash',
    'mail-question-mark',
    'message-circle',
    'plus',
    'search',
    'share-2',
    'x',
  ),
  modules(
    'client/ui',
    'Avatar|Badge|CountBadge|LinkTabs|locale|Menu|Num|relative-time|RelativeTime|rich-text',
    'RichText|Segmented|Skeleton|Switch|Textarea|theme|ThemeToggle|ticker|useMediaQuery',
  ),
  modules('account/confirm-email', 'ConfirmBanner'),
  // Below posts and blog articles.
  modules('writing/emoji', 'ReactionBar'),
)

/** The query library changes rarely: its file stays in the cache over releases. */
const QUERY = either(
  packages('@tanstack/query-core', '@tanstack/react-query'),
  modules('client/app', 'QueryScope', 'query-client'),
)

/**
 * Calls, the session, the connection and the kit of live data: fetched after the page, or with what is live on
 * it.
 */
const LIVE = either(
  modules('posts/data', 'own-reaction'),
  modules('site/data', 'announcement\\.actions'),
  modules(
    'account/data/viewer',
    'ask-to-log-in',
    'session-channel',
    'viewer\\.(?:actions|api)',
    'wanted-act',
  ),
  modules(
    'client/live',
    'after-watch',
    'backoff',
    'batch',
    'collection',
    'connection\\.store',
    'http',
    'live-read',
    'overlay',
    'records',
    'resync',
    'retried',
    'socket',
    'start',
    'watch',
  ),
  modules('live/list', 'compared', 'fetch-pages', 'list-state', 'live-list', 'pages', 'use-list'),
  // The tooltips and the cards of people use it, which come with different files.
  modules('client/ui', 'lru-map', 'watch-hover'),
)

/** What every list of posts is made of, the landing page's newest posts included. */
const POSTS = either(
  /features\/posts\/data\/(?!draft\.store|publish-post|bookmarks\/|polls\/|trending\/)/,
  modules('posts/feed', 'usePostList'),
)

/** Posts as cards and the lists of them; what a menu opens is fetched with the menu. */
const CARDS = either(
  /features\/posts\/card\/(?!EditPostDialog|PostMenuItems|post-menu-actions|share-)/,
  modules('account/login', 'VisitorCard'),
  modules('posts/versions', 'Edited'),
  modules('posts/feed', 'FeedFooter', 'ListEnd', 'ListStates', 'NewDropsPill', 'PostList', 'useOnScreen'),
  modules('client/ui', 'VirtualRows', 'useVirtualRows'),
)

/** Small modules that the layout and the home share: one file compresses better than ten. */
const HOME = either(
  modules('app/layout', 'nav'),
  modules('client/live', 'device-store'),
  modules('messages/data', 'conversations\\.store'),
  modules('notifications/data', 'notifications\\.store'),
  modules('media/data', 'uploads-flag'),
  modules('posts/data', 'draft\\.store'),
  modules('client/ui', 'TextCounter'),
  modules('features/writing', 'useStoredText', 'WritingArea'),
  modules('moderation/waiting', 'WaitingSlot'),
  modules('people/welcome', 'WelcomeSlot'),
  modules('people/data/users', 'first-steps'),
  modules(
    ICONS,
    'bookmark',
    'gavel',
    'house',
    'log-in',
    'log-out',
    'shield-exclamation-point',
    'user-plus',
    'users',
  ),
)

/** The data of messages: for the badge of every page of a signed-in person, and for the pages that show conversations. */
const MESSAGES = modules(
  'messages/data',
  'conversation-lists',
  'conversation-settings\\.actions',
  'groups\\.store',
  'just-sent\\.store',
  'messages\\.(?:actions|api|lists)',
  'outbox\\.(?:actions|store)',
  'replies\\.store',
  'signals\\.store',
  'thread-window',
  'threads\\.(?:actions|store)',
)

/** What tables, settings and the admins' pages share, besides the icons that two files share. */
const FORMS = modules(
  'client/ui',
  'BackBar',
  'Card',
  'Checkbox',
  'clipboard',
  'long-date',
  'MoreRows',
  'Pager',
  'PageHeading',
  'StatCard',
  'Table',
  'use-form',
)

/** What Radix's tabs share with its menus and dialogs. */
const RADIX = packages(
  '@radix-ui/primitive',
  '@radix-ui/react-(?:collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|use-[^/]+)',
)

/**
 * Menus, dialogs and toasts: fetched together once the page is idle. Starting a request takes time on the
 * page's thread, so ten small files would be one long task.
 */
const OVERLAYS = either(
  packages(
    '@radix-ui/react-(?:alert-dialog|arrow|dialog|dismissable-layer|dropdown-menu|focus-guards|focus-scope|menu|popper|portal|toast|tooltip)',
    '@floating-ui/[^/]+',
    'aria-hidden',
    'get-nonce',
    'react-remove-scroll',
    'react-remove-scroll-bar',
    'react-style-singleton',
    'use-callback-ref',
    'use-sidecar',
  ),
  modules('ui/internal', '[A-Za-z]+Panel', '[A-Za-z]+Layer'),
)

/** What composers fetch after the page: files to pick, uploads, sending. */
const COMPOSE = either(
  modules('posts/composer', 'ComposerExtras', 'DraftParts', 'PollTool', 'send-draft'),
  modules('posts/data', 'publish-post'),
  /features\/media\/data\/(?!uploads-flag)/,
  modules('features/media', 'PickButtons', 'UploadProgress'),
  modules('features/writing', 'insert-text'),
  modules('writing/emoji', 'EmojiButton'),
  modules('contract', 'media\\.constants'),
  modules('client/ui', 'FileInput', 'Popover'),
)

/** What the badges share with the settings and the notifications. */
const NOTICES = modules('notifications/data', 'notifications\\.actions', 'sound')

/** What every page of a signed-in person fetches of itself: the badges, and the copy of the messages. */
const BADGES = either(
  modules('messages/data', 'disappearing', 'messages\\.live'),
  modules('messages/data/copy', 'offline-messages', 'refresh-copy'),
  modules('notifications/data', 'notifications\\.live'),
)

/** The data of the right column, which completion and the lists of people share. */
const USERS = either(
  modules('people/data/users', 'users\\.(?:actions|store)'),
  modules('people/follow', 'FollowToggle'),
  modules('people/lists', 'PeopleSkeleton', 'useNamedPeople'),
  modules('posts/data/trending', 'trending\\.store'),
)

/** The right column. */
const ASIDE = either(
  modules('app/layout', 'Aside'),
  modules('people/lists', 'PersonRow'),
  modules('people/suggestions', 'SuggestedPeople'),
  modules('posts/trending', 'TrendingTags'),
)

/** The files, from the one that takes its modules first. */
export const CHUNKS = [
  // These change rarely and are needed first: a file of their own stays in the cache over releases.
  { name: 'react', test: packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom') },
  { name: 'base', test: BASE },
  { name: 'account', test: ACCOUNT },
  { name: 'live', test: LIVE },
  { name: 'ui', test: UI },
  { name: 'query', test: QUERY },
  { name: 'posts', test: POSTS },
  { name: 'cards', test: CARDS },
  { name: 'home', test: HOME },
  { name: 'messages', test: MESSAGES },
  { name: 'forms', test: FORMS },
  { name: 'notices', test: NOTICES },
  { name: 'users', test: USERS },
  { name: 'radix', test: RADIX },
  { name: 'overlays', test: OVERLAYS },
  { name: 'compose', test: COMPOSE },
  { name: 'badges', test: BADGES },
  { name: 'aside', test: ASIDE },
  { name: 'icons', test: packages(ICONS), minShareCount: 2 },
].map((chunk, at, { length }) => ({ ...chunk, priority: length - at }))
