import { Types, trusted } from 'mongoose'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import type { InvitationInput, InvitationView, NewInvitationView } from '#contract/account.sign-up.ts'
import { PAGE } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { hashed, newLinkToken } from '#server/platform/link-tokens.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  InvitationModel,
  InvitationUseModel,
  type InvitationDocument,
  type InvitationUseDocument,
} from './invitations.model.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'

/** An invitation that works now. */
const working = (tokenHash: string) => ({
  tokenHash,
  revokedAt: null,
  $expr: trusted({ $lt: ['$used', '$maxUses'] }),
  $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: clock.date() }) }],
})

/** The hash of the secret in a link, by which its invitation is found. */
export const inviteHash = (token: string | undefined): string | null =>
  token === undefined ? null : hashed(token)

/** Whether an invitation works now. It may be used up before its account is created. */
export const invitationWorks = async (hash: string): Promise<boolean> =>
  (await InvitationModel.exists(working(hash))) !== null

/**
 * Uses an invitation in the transaction that creates the account: both happen or neither, and of two people
 * with its last use one gets an account. Throws 403.
 */
export async function useInvitation(tx: Transaction, hash: string, userId: Types.ObjectId): Promise<void> {
  const invitation = await InvitationModel.findOneAndUpdate(
    working(hash),
    { $inc: { used: 1, rev: 1 } },
    { session: tx.session, projection: { _id: 1 } },
  ).lean<Pick<InvitationDocument, '_id'>>()
  if (!invitation) throw forbidden(SIGN_UP_MESSAGES.invitation)
  const use: InvitationUseDocument = { _id: userId, invitationId: invitation._id, at: clock.date() }
  await InvitationUseModel.insertMany([use], { session: tx.session, lean: true })
}

/** Makes an invitation. Only its answer has the secret of the link. */
export async function createInvitation(
  admin: Viewer,
  { note, maxUses, days }: InvitationInput,
): Promise<NewInvitationView> {
  const token = newLinkToken()
  const now = clock.date()
  const invitation: InvitationDocument = {
    _id: clock.id(),
    tokenHash: hashed(token),
    note,
    maxUses,
    used: 0,
    createdAt: now,
    expiresAt: days === null ? null : new Date(now.getTime() + days * DAY),
    revokedAt: null,
    rev: 1,
  }
  await transact(async (tx) => {
    await InvitationModel.insertMany([invitation], { session: tx.session, lean: true })
    await recordAdminAction(tx, {
      admin,
      action: 'invitation.create',
      after: { invitation: invitation._id.toHexString(), maxUses, days },
    })
  })
  return { invitation: presentInvitation(invitation, []), token }
}

/** Ends an invitation; accounts that it created stay. Throws 404, 409 when it is revoked already. */
export const revokeInvitation = async (admin: Viewer, id: string): Promise<InvitationView> => {
  const revoked = await transact(async (tx) => {
    const invitation = await InvitationModel.findOneAndUpdate(
      { _id: id, revokedAt: null },
      { $set: { revokedAt: clock.date() }, $inc: { rev: 1 } },
      { session: tx.session, returnDocument: 'after' },
    ).lean<InvitationDocument>()
    if (!invitation)
      throw (await InvitationModel.exists({ _id: id }).session(tx.session))
        ? conflict(SIGN_UP_MESSAGES.revoked)
        : notFound()
    await recordAdminAction(tx, {
      admin,
      action: 'invitation.revoke',
      after: { invitation: id, used: invitation.used },
    })
    return invitation
  })
  return (await presented([revoked]))[0]!
}

/** All invitations, newest first, with the people who came by them. */
export const listInvitations = async (cursor?: string): Promise<InvitationView[]> =>
  presented(
    await InvitationModel.find(cursor ? { _id: trusted({ $lt: new Types.ObjectId(cursor) }) } : {})
      .hint({ _id: 1 })
      .sort({ _id: -1 })
      .limit(PAGE.rows)
      .lean<InvitationDocument[]>(),
  )

async function presented(invitations: readonly InvitationDocument[]): Promise<InvitationView[]> {
  const ids = invitations.map(({ _id }) => _id)
  const uses = await InvitationUseModel.find({ invitationId: trusted({ $in: ids }) })
    .hint({ invitationId: 1, _id: 1 })
    .sort({ invitationId: 1, _id: 1 })
    .lean<InvitationUseDocument[]>()
  const actors = await loadActors(uses.map(({ _id }) => _id.toHexString()))
  return invitations.map((invitation) =>
    presentInvitation(
      invitation,
      uses
        .filter(({ invitationId }) => invitationId.equals(invitation._id))
        .flatMap(({ _id }) => actors.get(_id.toHexString()) ?? []),
    ),
  )
}

const presentInvitation = (
  { _id, note, maxUses, used, createdAt, expiresAt, revokedAt, rev }: InvitationDocument,
  people: ActorView[],
): InvitationView => ({
  id: _id.toHexString(),
  note,
  maxUses,
  used,
  people,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
  rev,
})

/** The invitation's own count stays: it says how many accounts it created. */
export const eraseInvitationUse: Erase = async ({ id }) =>
  void (await InvitationUseModel.deleteOne({ _id: id }))

/** By which invitation a person came. Not the admin's note: it is about the link. */
export async function* exportedInvitation(userId: string): AsyncGenerator<{ invitation: string; at: Date }> {
  const use = await InvitationUseModel.findById(userId).lean<InvitationUseDocument>()
  if (use) yield { invitation: use.invitationId.toHexString(), at: use.at }
}
