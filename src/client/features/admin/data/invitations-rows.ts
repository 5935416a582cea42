import type { InvitationInput, InvitationView, NewInvitationView } from '#contract/account.sign-up.ts'
import { api } from '#client/live/http.ts'
import { createRows } from '#client/live/rows.ts'

/** Invitations to create an account. */
export const invitationRows = createRows<InvitationView>()

export const fetchInvitations = (cursor: string | undefined, signal: AbortSignal) =>
  api.get<InvitationView[]>('/api/admin/invitations', { cursor }, signal)

/** Makes an invitation, which is at the top of the list then. Returns its link, which only this answer has. */
export async function makeInvitation(input: InvitationInput): Promise<string> {
  const { invitation, token } = await api.post<NewInvitationView>('/api/admin/invitations', input)
  invitationRows.push(invitation)
  return `${location.origin}/register?invite=${token}`
}

export const revokeInvitation = async (id: string): Promise<void> =>
  invitationRows.apply([await api.delete<InvitationView>(`/api/admin/invitations/${id}`)])
