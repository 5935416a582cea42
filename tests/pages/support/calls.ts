import type { CommentView } from '#contract/comments.ts'
import type { MessageView } from '#contract/messages.ts'
import type { CreatePostInput, PostView } from '#contract/posts.ts'
import type { Caller, Person, Reply } from '#tests/support/http-client.ts'

/** The body of an answer. A refusal is thrown. */
async function bodyOf<T>(answer: Promise<Reply<T>>): Promise<T> {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

export const createPost = (who: Caller, text: string, more: Partial<CreatePostInput> = {}) =>
  bodyOf(who.post<PostView>('/posts', { text, ...more }))
export const editPost = (who: Caller, id: string, text: string) =>
  bodyOf(who.patch<PostView>(`/posts/${id}`, { text }))
export const deletePost = (who: Caller, id: string) => bodyOf(who.delete<void>(`/posts/${id}`))
export const react = (who: Caller, id: string, emoji: string) =>
  bodyOf(who.post<PostView>(`/posts/${id}/react`, { emoji }))
export const comment = (who: Caller, id: string, text: string) =>
  bodyOf(who.post<CommentView>(`/posts/${id}/comments`, { text }))
/** A poo on a comment. */
export const poo = (who: Caller, commentId: string) => bodyOf(who.put(`/comments/${commentId}/poo`))
export const follow = (who: Caller, whom: Person) => bodyOf(who.post(`/users/${whom.id}/follow`))
/** They follow each other: what one writes to the other is no request (LIVE L37). */
export const befriend = (one: Person, other: Person) => Promise.all([follow(one, other), follow(other, one)])
/** To a person or a group. */
export const message = (who: Caller, whom: { id: string }, content: string) =>
  bodyOf(who.post<MessageView>('/messages', { receiverId: whom.id, content }))
