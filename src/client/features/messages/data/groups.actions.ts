import type { ConversationView } from '#contract/messages.ts'
import type {
  ChangeGroupInput,
  CreateGroupInput,
  GroupInviteView,
  InvitedGroupView,
} from '#contract/messages.groups.ts'
import { api } from '#client/live/http.ts'
import { applyConversations, removeConversation } from './conversations.store.ts'
import { dropThreads } from './threads.store.ts'

// The verbs of groups. All throw ApiError.

const pathOf = (groupId: string, rest = ''): string => `/api/messages/groups/${groupId}${rest}`

const applyAnswer = async (answer: Promise<ConversationView>): Promise<ConversationView> => {
  const conversation = await answer
  applyConversations([conversation])
  return conversation
}

export const createGroup = (input: CreateGroupInput): Promise<ConversationView> =>
  applyAnswer(api.post('/api/messages/groups', input))

export const changeGroup = (groupId: string, input: ChangeGroupInput): Promise<ConversationView> =>
  applyAnswer(api.patch(pathOf(groupId), input))

export const addMembers = (groupId: string, memberIds: readonly string[]): Promise<ConversationView> =>
  applyAnswer(api.post(pathOf(groupId, '/members'), { memberIds }))

export const removeMember = (groupId: string, userId: string): Promise<ConversationView> =>
  applyAnswer(api.delete(pathOf(groupId, `/members/${userId}`)))

export const setGroupAdmin = (groupId: string, userId: string, isAdmin: boolean): Promise<ConversationView> =>
  applyAnswer(
    isAdmin
      ? api.put(pathOf(groupId, `/admins/${userId}`))
      : api.delete(pathOf(groupId, `/admins/${userId}`)),
  )

/** Its row goes with the answer, as with the push to the other pages. */
export async function leaveGroup({ id, rev }: ConversationView): Promise<void> {
  await api.post(pathOf(id, '/leave'))
  removeConversation({ id, rev })
  dropThreads([id])
}

/** A new invitation link; the earlier one has ended. */
export const makeInvite = async (groupId: string): Promise<string> =>
  inviteLink((await api.post<GroupInviteView>(pathOf(groupId, '/invite'))).token)

export const endInvite = (groupId: string): Promise<void> => api.delete(pathOf(groupId, '/invite'))

const inviteLink = (token: string): string => `${location.origin}/messages?join=${token}`

export const fetchInvited = (token: string, signal: AbortSignal): Promise<InvitedGroupView> =>
  api.get(`/api/messages/join/${token}`, undefined, signal)

export const joinGroup = (token: string): Promise<ConversationView> =>
  applyAnswer(api.post(`/api/messages/join/${token}`))
