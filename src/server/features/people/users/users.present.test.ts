import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { ActorView, ProfileView, UserView } from '#contract/people.ts'
import { CurrentUserView } from '#contract/account.ts'
import type { UserDocument } from './users.model.ts'
import {
  relationshipWith,
  presentActor,
  presentCurrentUser,
  presentProfile,
  presentUser,
} from './users.present.ts'

/** Everything the store holds of a person, secrets included, as if a read had forgotten to leave them out. */
const everything: UserDocument = {
  _id: new Types.ObjectId(),
  handle: 'ann',
  email: 'ann@people.example',
  displayName: 'Ann',
  bio: 'Queen.',
  avatarUrl: null,
  bannerUrl: null,
  isAdmin: true,
  emailVerified: true,
  passwordHash: '$argon2id$secret',
  sessionEpoch: 7,
  followerCount: 3,
  followingCount: 2,
  postCount: 1,
  searchKeys: ['ann'],
  createdAt: new Date(),
  updatedAt: new Date(),
  rev: 5,
}

const relationship = relationshipWith(
  null,
  { id: everything._id.toHexString() },
  { follows: false, followsYou: false, blocked: false },
)
const views = [
  ['actor', ActorView, presentActor(everything)],
  ['person in a list', UserView, presentUser(everything, true)],
  ['profile', ProfileView, presentProfile(everything, relationship)],
  ['own account', CurrentUserView, presentCurrentUser(everything)],
] as const

test.each(views)("the %s has the contract's fields, and no others", (_name, schema, view) => {
  expect(schema.strict().parse(view)).toEqual(view)
})

test.each(views)('the %s has nothing of password, sessions or search keys', (_name, _schema, view) => {
  expect(JSON.stringify(view)).not.toMatch(/argon2|passwordHash|sessionEpoch|searchKeys/)
})

test("the e-mail address is only in the person's own account", () => {
  expect(
    views.filter(([, , view]) => JSON.stringify(view).includes('ann@people.example')).map(([name]) => name),
  ).toEqual(['own account'])
})
