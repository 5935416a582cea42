import { useQuery } from '@tanstack/react-query'
import { createElement, useCallback, useEffect, useRef, useState } from 'react'
import { useBadges, useLiveBadges } from '#client/app/layout/useBadges.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useArticleCard } from '#client/features/blog/data/blog.store.ts'
import { useArticles } from '#client/features/blog/useArticles.ts'
import { useCommentRefusal } from '#client/features/comments/data/comment-permission.store.ts'
import { useCommentThread as useComments } from '#client/features/comments/useThread.ts'
import { useConversationIds, type Shelf } from '#client/features/messages/data/conversation-lists.ts'
import { useConversation } from '#client/features/messages/data/conversations.store.ts'
import { useGroupMembers } from '#client/features/messages/data/groups.store.ts'
import { conversationsOf } from '#client/features/messages/data/messages.lists.ts'
import { useThread } from '#client/features/messages/useThread.ts'
import { useAbout } from '#client/features/notifications/data/abouts.store.ts'
import { useNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { useFollowAbouts, useNotificationLists } from '#client/features/notifications/useNotificationLists.ts'
import { useLiveProfile } from '#client/features/people/data/users/live-profile.ts'
import { followsOf, hiddenPeople } from '#client/features/people/data/users/people.lists.ts'
import { loadProfile } from '#client/features/people/data/users/users.actions.ts'
import { useIsPersonDeleted, useProfile } from '#client/features/people/data/users/users.store.ts'
import { KEPT } from '#client/features/posts/data/bookmarks/bookmarks.store.ts'
import { refreshStale, type PostSource } from '#client/features/posts/data/post-lists.ts'
import { useCrowdControls } from '#client/features/posts/data/crowd-control/crowd-control.store.ts'
import { FOLLOWING, FOR_YOU } from '#client/features/posts/data/post-sources.ts'
import { usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { useShownPost } from '#client/features/posts/data/shown-post.ts'
import { useOnePost } from '#client/features/posts/quote/useOnePost.ts'
import { usePostList } from '#client/features/posts/feed/usePostList.ts'
import { useTrending } from '#client/features/posts/data/trending/trending.store.ts'
import { ApiError } from '#client/live/http.ts'
import { useList } from '#client/live/list/use-list.ts'
import { onResync } from '#client/live/registry.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import type { CommentOrder } from '#contract/comments.constants.ts'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { ProfileView } from '#contract/people.ts'
import type { Subjects } from './page-worker.ts'
import { useMore, type Screen, type Show } from './screen.ts'
import { Admin, OwnCases, OwnReports } from './staff-screens.ts'

function usePosts(source: PostSource, show: Show): void {
  const [onScreen, setOnScreen] = useState<readonly string[]>([])
  const visible = useRef(onScreen)
  const { ids, loading, failed, drops, showPending, next } = usePostList(
    source,
    useCallback(() => visible.current, []),
  )
  const first = ids.slice(0, PAGE.posts).join(' ')
  useEffect(() => {
    visible.current = first.split(' ').filter(Boolean)
    setOnScreen(visible.current)
  }, [first])
  useWatchPosts(onScreen)
  useEffect(() => {
    if (onScreen.length > 0) void refreshStale(source.key).catch(() => undefined)
  }, [source, onScreen])
  const waits = drops.count > 0 || drops.more
  useEffect(() => {
    if (waits) void showPending()
  }, [waits, showPending])
  const isShort = useMore(next, ids.length < PAGE.posts)
  const { records, own } = usePostsStore()
  show(
    source.key,
    !loading &&
      !failed &&
      !isShort &&
      ids.slice(0, PAGE.posts).map((id) => ({ ...records.get(id), own: own.get(id)?.reaction ?? null })),
  )
}

const Feed: Screen = ({ show }) => (usePosts(FOR_YOU, show), null)
const Following: Screen = ({ show }) => (usePosts(FOLLOWING, show), null)
const Kept: Screen = ({ show }) => (usePosts(KEPT, show), null)

const Comments =
  (order: CommentOrder): Screen =>
  ({ show, subjects: { postId } }) => {
    const post = useShownPost(postId)
    const { branches, isLoading } = useComments(postId, order)
    // By poos nothing moves under the reader: what is there is compared, and not its order.
    const sorted =
      order === 'most' ? branches.toSorted((a, b) => (a.comment.id < b.comment.id ? -1 : 1)) : branches
    show(`comments ${order}`, post ? !isLoading && sorted : null)
    return null
  }

const Post: Screen = ({ show, subjects: { postId } }) => {
  const { post, query } = useOnePost(postId)
  useWatchPosts([postId])
  show('post', !query.isPending && (post ?? null))
  return null
}

const Gentle: Screen = ({ show, subjects: { gentleId } }) => {
  useOnePost(gentleId)
  useWatchPosts([gentleId])
  show('field for comments', useCommentRefusal(gentleId))
  return null
}

const Live = ({ profile }: { profile: ProfileView }) => (useLiveProfile(profile), null)

const Profile: Screen = ({ show, subjects: { handle } }) => {
  const { data, refetch } = useQuery({
    queryKey: ['profile', handle],
    queryFn: () =>
      loadProfile(handle).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
  const profile = useProfile(handle)
  const deleted = useIsPersonDeleted(data?.id)
  const missing = deleted || data === null
  useEffect(
    () => (missing ? onResync('a missing profile', async () => void (await refetch())) : undefined),
    [missing, refetch],
  )
  // Settings that the profile does not show raise its rev.
  const shown = profile && { ...profile, rev: 0 }
  show('profile', data !== undefined && (missing ? 'missing' : (shown ?? false)))
  return profile && !missing ? createElement(Live, { profile }) : null
}

const People =
  (name: 'following' | 'muted' | 'blocked'): Screen =>
  ({ show, subjects: { goneId } }) => {
    const viewer = useViewer()
    const { ids, loading, failed } = useList(
      name === 'following' ? followsOf(viewer!.id, name) : hiddenPeople(name),
    )
    // A deleted account leaves these lists with their next fetch.
    show(`people ${name}`, !loading && !failed && ids.filter((id) => id !== goneId))
    return null
  }

const About = ({ of, show }: { of: NotificationView; show: Show }) => (
  show(`about ${of.id}`, useAbout(of)),
  null
)

const Notifications: Screen = ({ show }) => {
  const { loading } = useNotificationLists()
  const all = [...useNotifications(false), ...useNotifications(true)]
  useFollowAbouts(all)
  // Each of the two lists has its own pages.
  const shown = all.slice(0, 20)
  show('notifications', !loading && shown.map(({ about: _, ...one }) => one))
  return shown.map((of) => createElement(About, { key: of.id, of, show }))
}

const Row = ({ id, show }: { id: string; show: Show }) => {
  const conversation = useConversation(id)
  // The row keeps its rev when messages are added to it (LIVE L52).
  show(`conversation ${id}`, conversation && { ...conversation, rev: 0 })
  return null
}
const Conversations: Screen = ({ show }) => {
  const { loading, failed } = useList(conversationsOf('list'))
  const ids = useConversationIds()
  show('conversations', !loading && !failed && ids)
  return ids.map((id) => createElement(Row, { key: id, id, show }))
}

const ShelfOf =
  (shelf: Shelf): Screen =>
  ({ show }) => {
    const { loading, failed } = useList(conversationsOf(shelf))
    const ids = useConversationIds(shelf)
    show(shelf, !loading && !failed && ids)
    return null
  }

const OpenThread = ({ row, show }: { row: ConversationView; show: Show }) => {
  const { window } = useThread(row.id, useViewer()!.id)
  const group = useGroupMembers(row)
  show('members', group?.members ?? false)
  // Older messages that other pages have not loaded do not count.
  show('thread', window?.items.slice(-30) ?? false)
  return null
}

/** The thread that was the newest when the page was opened. The page leaves it when its person is no longer in it. */
const Thread: Screen = ({ show, subjects: { threadId } }) => {
  const row = useConversation(threadId)
  if (row) return createElement(OpenThread, { row, show })
  show('members', null)
  show('thread', null)
  return null
}

const Badges: Screen = ({ show }) => {
  useLiveBadges()
  const { reports: _, ...badges } = useBadges()
  show('badges', badges)
  // Counts that the account does not show raise its rev.
  const viewer = useViewer()
  show('viewer', viewer && { ...viewer, rev: 0 })
  return null
}

const Article = ({ id, show }: { id: string; show: Show }) => (show(`decree ${id}`, useArticleCard(id)), null)
const Blog: Screen = ({ show }) => {
  const { ids, loading, failed } = useArticles('published', '')
  show('blog', !loading && !failed && ids)
  return ids.map((id) => createElement(Article, { key: id, id, show }))
}

const CrowdControls: Screen = ({ show }) => (show('plungers', useCrowdControls()), null)
const Trends: Screen = ({ show }) => (show('trends', useTrending().tags ?? false), null)
const EVERYBODYS: readonly Screen[] = [
  Feed,
  Following,
  Kept,
  Post,
  Gentle,
  Comments('newest'),
  Comments('first'),
  Comments('most'),
  Profile,
  People('following'),
  People('muted'),
  People('blocked'),
  Notifications,
  Conversations,
  ShelfOf('requests'),
  ShelfOf('archived'),
  Thread,
  Badges,
  Blog,
  CrowdControls,
  Trends,
  OwnReports,
  OwnCases,
]

/** The screens of a person, all at once. */
export const screensOf = ({ isAdmin }: Subjects): readonly Screen[] => [
  ...EVERYBODYS,
  ...(isAdmin ? [Admin] : []),
]
