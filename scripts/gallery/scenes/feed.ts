import { MESSAGES } from '#contract/errors.ts'
import { attach, choose, click, follow, inOrder, press, says, scenesOf, write, type Scene } from '../scene.ts'

const courtier = scenesOf('courtier')
const newcomer = scenesOf('newcomer')
const uploads = '**/api/media/upload?*'
const detail: Scene['path'] = ({ post }) => `/p/${post.id}`
const veiled: Scene['path'] = ({ veiled: post }) => `/p/${post.id}`
/** As the server answers when its store is away. */
const storeIsAway: Scene['act'] = (page) =>
  page.route('**/api/posts', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, headers: { 'retry-after': '2' }, body: MESSAGES.busy })
      : route.fallback(),
  )
const dialog: Scene['act'] = (page) => page.getByRole('dialog').waitFor()

/** Reading and writing: home, posts and all that opens from them, search. */
export const FEED: readonly Scene[] = [
  courtier('home', 'Home', '/'),
  courtier('home-following', 'Home, whom one follows', '/?tab=following'),
  courtier('profile-loading', 'A profile, loading', ({ handle }) => `/u/${handle}`, {
    holds: '**/api/users/**',
  }),
  courtier(
    'composer',
    'Home, writing',
    '/',
    write('Top Crap Talk 💩', 'The east wing is out of paper again. #paperwork'),
  ),
  courtier(
    'composer-picture',
    'Home, writing about a picture',
    '/',
    inOrder(
      attach,
      write('Top Crap Talk 💩', 'Somebody left the tap on.'),
      click('Content warning'),
      says('Some people listen to pictures.'),
    ),
  ),
  courtier('compose', 'Compose', '/compose'),
  courtier('upload-tray', 'A file on its way, on another page', '/', {
    holds: uploads,
    act: inOrder(attach, follow('Messages'), says('the-duke-at-sea.png')),
  }),
  courtier('post', 'A post and its comments', detail),
  courtier('post-menu', "A post's menu", detail, click('Post options')),
  courtier('share-menu', 'Share', detail, click('Share')),
  courtier('report', 'Report', detail, inOrder(click('Post options'), choose(/Report/), dialog)),
  courtier('warning', 'A content warning', veiled),
  courtier('warning-opened', 'What the warning was about', veiled, click(/Show it/)),
  courtier('lightbox', 'A picture, enlarged', detail, inOrder(click(/^Enlarge photo/), dialog)),
  courtier('post-loading', 'A post, loading', detail, { holds: '**/api/posts/*' }),
  courtier('post-not-found', 'No such post', '/p/0123456789abcdef01234567'),
  courtier('feed-failed', 'A feed that does not come', '/?tab=following', { fails: '**/api/posts?*' }),
  courtier(
    'store-away',
    'A post while the store is away',
    '/compose',
    inOrder(storeIsAway, write('Top Crap Talk', 'Is anybody there?'), click(/Flush it/), says(MESSAGES.busy)),
  ),
  courtier('activity-explore', 'Activity, explore', '/activity?tab=explore'),
  courtier('activity-notifications', 'Activity, notifications', '/activity?tab=notifications'),
  courtier('activity-messages', 'Activity, messages', '/activity?tab=messages'),
  courtier('search', 'Search', '/search'),
  courtier('search-posts', 'Posts found', '/search?q=paper'),
  courtier('search-people', 'People found', '/search?q=ma&tab=users'),
  courtier('search-nothing', 'Nothing found', '/search?q=nothingofthekind'),
  courtier('shortcuts', 'Keyboard shortcuts', '/', press('?')),
  newcomer('following-empty', 'Following nobody', '/?tab=following'),
]
