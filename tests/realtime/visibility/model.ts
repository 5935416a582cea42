// Who sees what, as docs/LIVE.md and the decisions say it: a description, which knows nothing of the server. The numbers
// in brackets are LIVE rules and rows of the decisions.

export const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve'] as const
export type Name = (typeof NAMES)[number]

/** Something that somebody wrote. Its word is in no other one. */
export interface Writing {
  readonly word: string
  readonly kind: 'post' | 'comment' | 'message'
  readonly by: Name
  /** Of a comment. */
  readonly post?: Writing
  /**
   * `hidden`: removed by a moderator; it may come back. `expired`: its time is over, and no job has been there yet (L43).
   */
  state: 'there' | 'deleted' | 'hidden' | 'expired' | 'erased'
}

/** Somebody has reacted to a post or commented on it, and its author was told. */
interface Notice {
  readonly to: Name
  readonly by: Name
  readonly about: Writing
}

/** A member of the group. Numbers are places in `World.writings`. */
interface Membership {
  /** What was written before is not theirs to read (L49). */
  readonly from: number
  /** What was written before they have read. */
  read: number
  /** They were added, and have not looked yet: the group counts as unread (row 708). */
  isNew: boolean
}

export interface World {
  readonly writings: Writing[]
  readonly erased: Set<Name>
  readonly mutes: Set<string>
  readonly blocks: Set<string>
  readonly members: Map<Name, Membership>
  /** Whether newcomers of the group read what was written before (row 486). */
  showsHistory: boolean
  /** Who has reacted to which post. */
  readonly reactions: { readonly post: Writing; readonly by: Name }[]
  readonly notices: Notice[]
}

/** Everybody is in the group, added by the first one, and nothing is written. */
export const newWorld = (): World => ({
  writings: [],
  erased: new Set(),
  mutes: new Set(),
  blocks: new Set(),
  members: new Map(NAMES.map((name, at) => [name, { from: 0, read: 0, isNew: at > 0 }])),
  showsHistory: false,
  reactions: [],
  notices: [],
})

export const pair = (one: Name, other: Name): string => `${one} ${other}`
export const isLiving = (world: World, name: Name): boolean => !world.erased.has(name)
export const livingIn = (world: World): Name[] => NAMES.filter((name) => isLiving(world, name))
export const writingsOf = (world: World, kind: Writing['kind']): Writing[] =>
  world.writings.filter((one) => one.kind === kind)

/** A block works in both directions (row 46). */
export const areApart = ({ blocks }: World, one: Name, other: Name): boolean =>
  blocks.has(pair(one, other)) || blocks.has(pair(other, one))

/** What belongs to a post goes with it (row 102), and everything of an erased person is gone. */
export const isThere = (world: World, { state, by, post }: Writing): boolean =>
  state === 'there' && isLiving(world, by) && (post === undefined || isThere(world, post))

/** Whether the words of something reach somebody anywhere, by a link too (L10, L89, L92). */
export function mayRead(world: World, who: Name, one: Writing): boolean {
  if (!isThere(world, one) || areApart(world, who, one.by)) return false
  if (one.kind === 'message') return isTheirs(world, who, one)
  return one.post === undefined || mayRead(world, who, one.post)
}

/** The same of lists and news, which leave out posts and comments of those whom somebody has muted (rows 46, 50). */
export const isListed = (world: World, who: Name, one: Writing): boolean =>
  mayRead(world, who, one) && (one.kind === 'message' || !world.mutes.has(pair(who, one.by)))

/** Whether a message was written while somebody could read in the group (L49). */
function isTheirs({ writings, members }: World, who: Name, message: Writing): boolean {
  const own = members.get(who)
  return own !== undefined && writings.indexOf(message) >= own.from
}

/** Somebody comes into the group, for the first time or again (L59). */
export function join(world: World, who: Name): void {
  const now = world.writings.length
  world.members.set(who, { from: world.showsHistory ? 0 : now, read: now, isNew: true })
}

/** A post's author is told, except of themselves and of those whom they hide at that moment (row 46). */
export function notify({ mutes, notices }: World, by: Name, about: Writing): void {
  const to = (about.post ?? about).by
  if (to !== by && !mutes.has(pair(to, by))) notices.push({ to, by, about })
}

/** What one person sees, each list in the order of the words. */
export interface Sight {
  /** The feed, and what the search of posts finds. */
  feed: string[]
  found: string[]
  /** Whom the search of people finds. */
  people: Name[]
  /** By whose profile: what is there, that of muted people too. Whoever blocks still opens it (row 46). */
  profiles: Partial<Record<Name, Record<'posts' | 'replies' | 'likes', string[]>>>
  /** By the word of each post that opens. */
  posts: Record<string, PostSight>
  /** The group; null for those who are not in it. */
  group: { thread: string[]; unread: number; found: string[] } | null
  /** Who has reacted to or commented on the person's posts. */
  notices: string[]
  /** The person's own words, and of which messages of others the time is there. */
  exported: Record<'posts' | 'comments' | 'sent' | 'received', string[]>
}

interface PostSight {
  comments: string[]
  /** All that are there, also those behind a block or mute: a figure is the same for all viewers (L16). */
  commentCount: number
  /** Without those with a block between them and the viewer; the count has them (L23). */
  reactedBy: Name[]
  reactionCount: number
}

export function sightOf(world: World, who: Name): Sight {
  const listed = wordsOf(writingsOf(world, 'post').filter((one) => isListed(world, who, one)))
  const opened = writingsOf(world, 'post').filter((one) => mayRead(world, who, one))
  // Of two who block each other both open the other's profile: they must be able to end their block.
  const profiles = livingIn(world).filter(
    (name) => !world.blocks.has(pair(name, who)) || world.blocks.has(pair(who, name)),
  )
  return {
    feed: listed,
    found: listed,
    people: livingIn(world)
      .filter((name) => !areApart(world, who, name))
      .toSorted(),
    profiles: Object.fromEntries(profiles.map((name) => [name, profileSight(world, who, name)])),
    posts: Object.fromEntries(opened.map((post) => [post.word, postSight(world, who, post)])),
    group: world.members.has(who) ? groupSight(world, who) : null,
    notices: world.notices.flatMap((one) => (one.to === who ? noticeSight(world, one) : [])).toSorted(),
    exported: exportOf(world, who),
  }
}

function profileSight(world: World, who: Name, whose: Name): NonNullable<Sight['profiles'][Name]> {
  const seen = world.writings.filter((one) => mayRead(world, who, one))
  const likes = world.reactions.flatMap(({ post, by }) =>
    by === whose && isListed(world, who, post) ? post : [],
  )
  return {
    posts: wordsOf(seen.filter(({ kind, by }) => kind === 'post' && by === whose)),
    replies: wordsOf(seen.filter(({ kind, by }) => kind === 'comment' && by === whose)),
    likes: areApart(world, who, whose) ? [] : wordsOf(likes),
  }
}

/** It goes with its cause and comes back with it (L67); of those whom the reader hides by now it shows no words (L28). */
function noticeSight(world: World, { to, by, about }: Notice): string[] {
  if (!isThere(world, about) || !isLiving(world, by)) return []
  return [`${by} ${about.word}${isListed(world, to, about) ? '' : ' without words'}`]
}

function postSight(world: World, who: Name, post: Writing): PostSight {
  const comments = writingsOf(world, 'comment').filter((one) => one.post === post)
  const reactedBy = world.reactions.filter((one) => one.post === post && isLiving(world, one.by))
  return {
    comments: wordsOf(comments.filter((one) => isListed(world, who, one))),
    commentCount: comments.filter((one) => isThere(world, one)).length,
    reactedBy: reactedBy.flatMap(({ by }) => (areApart(world, who, by) ? [] : by)).toSorted(),
    reactionCount: reactedBy.length,
  }
}

function groupSight(world: World, who: Name): NonNullable<Sight['group']> {
  const messages = writingsOf(world, 'message').filter((one) => isTheirs(world, who, one))
  const own = world.members.get(who)!
  const isUnread = (one: Writing) => one.by !== who && world.writings.indexOf(one) >= own.read
  const readable = messages.filter((one) => mayRead(world, who, one))
  // What has expired is counted until its job comes (L43).
  const isCounted = ({ by, state }: Writing) =>
    isLiving(world, by) && !areApart(world, who, by) && ['there', 'expired'].includes(state)
  return {
    thread: messages.map((one) => (mayRead(world, who, one) ? one.word : placeOf(world, who, one))),
    unread: Math.max(messages.filter((one) => isUnread(one) && isCounted(one)).length, Number(own.isNew)),
    found: wordsOf(readable),
  }
}

/**
 * What is not to be read keeps its place, without words (L43, L50). Behind a block nothing tells whether it was deleted;
 * what has expired is shown by no page.
 */
const placeOf = (world: World, who: Name, { by, state }: Writing): string =>
  areApart(world, who, by) && isLiving(world, by) && !['expired', 'erased'].includes(state)
    ? 'behind a block'
    : 'gone'

/** Everything that they wrote and that is there, in groups that they have left too (row 487); no word of others. */
function exportOf(world: World, who: Name): Sight['exported'] {
  const own = (kind: Writing['kind']) =>
    wordsOf(writingsOf(world, kind).filter((one) => one.by === who && isThere(world, one)))
  const received = writingsOf(world, 'message').filter(
    (one) => one.by !== who && isThere(world, one) && isTheirs(world, who, one),
  )
  return {
    posts: own('post'),
    comments: own('comment'),
    sent: own('message'),
    received: wordsOf(received),
  }
}

const wordsOf = (writings: readonly Writing[]): string[] => writings.map(({ word }) => word).toSorted()
