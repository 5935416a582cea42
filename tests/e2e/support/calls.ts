import type { Locator, Page } from 'playwright'
import type { CommentView } from '#contract/comments.ts'
import type { GroupInviteView } from '#contract/messages.groups.ts'
import type { ConversationView, MessageView, SendMessageInput } from '#contract/messages.ts'
import type { CreatePostInput, PostView } from '#contract/posts.ts'
import type { Guest } from './people.ts'

/** An API call with the session of a person's browser. */
async function call<T>(
  who: Guest,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<T> {
  const response = await who.context.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return (response.status() === 204 ? undefined : await response.json()) as T
}

export const createPost = (who: Guest, text: string, more: Partial<CreatePostInput> = {}) =>
  call<PostView>(who, 'POST', '/posts', { text, ...more })
export const editPost = (who: Guest, id: string, text: string) =>
  call<PostView>(who, 'PATCH', `/posts/${id}`, { text })
export const deletePost = (who: Guest, id: string) => call<void>(who, 'DELETE', `/posts/${id}`)
export const react = (who: Guest, id: string, emoji: string) =>
  call<PostView>(who, 'POST', `/posts/${id}/react`, { emoji })
export const comment = (who: Guest, id: string, text: string) =>
  call<CommentView>(who, 'POST', `/posts/${id}/comments`, { text })
export const follow = (who: Guest, whom: Guest) => call<unknown>(who, 'POST', `/users/${whom.id}/follow`)
export const unfollow = (who: Guest, whom: Guest) => call<unknown>(who, 'DELETE', `/users/${whom.id}/follow`)
/** Notifications stay unread until they are marked. */
export const keepsUnread = (who: Guest) =>
  call<unknown>(who, 'PATCH', '/users/me/notifications', { readWhenSeen: false })
/** They follow each other: what one writes to the other is no request (LIVE L37). */
export const befriend = (one: Guest, other: Guest) => Promise.all([follow(one, other), follow(other, one)])
/** To a person or a group. */
export const message = (
  who: Guest,
  whom: { id: string },
  content: string,
  more: Partial<SendMessageInput> = {},
) => call<MessageView>(who, 'POST', '/messages', { receiverId: whom.id, content, ...more })
export const createGroup = (who: Guest, name: string, ...members: Guest[]) =>
  call<ConversationView>(who, 'POST', '/messages/groups', { name, memberIds: members.map(({ id }) => id) })
/** The token of a new invitation link. */
export const inviteTo = async (who: Guest, groupId: string) =>
  (await call<GroupInviteView>(who, 'POST', `/messages/groups/${groupId}/invite`)).token
export const reactToMessage = (who: Guest, { conversationId, id }: MessageView, emoji: string) =>
  call<MessageView>(who, 'PUT', `/messages/${conversationId}/${id}/reaction`, { emoji })

/** Creates this number of posts. The last one is the newest. */
export async function createPosts(
  who: Guest,
  count: number,
  text: (number: number) => string,
): Promise<PostView[]> {
  const posts: PostView[] = []
  for (let number = 1; number <= count; number += 1) posts.push(await createPost(who, text(number)))
  return posts
}

/**
 * Holds this page's writes to a path until the returned function is called: what shows before that is an
 * optimistic update.
 */
export async function holdWrites(page: Page, path: string): Promise<() => void> {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') await free
    await route.fallback()
  })
  return letGo
}

/** The card of the post with this text. */
export const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })

/** Distance of the post from the upper edge of the window, px. */
export const placeOf = async (post: Locator): Promise<number> => (await post.boundingBox())?.y ?? Number.NaN
