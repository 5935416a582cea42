import { Types } from 'mongoose'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import { searchKeys } from '#server/features/people/users/people-search.service.ts'
import { CAST, emailOf, type CastMember } from './cast.ts'
import type { Random } from './random.ts'

const FIRST = [
  'Ada',
  'Basil',
  'Clementine',
  'Dorian',
  'Edda',
  'Fergus',
  'Greta',
  'Hugo',
  'Imogen',
  'Jasper',
  'Kit',
  'Lotte',
  'Milo',
  'Nell',
  'Oscar',
  'Pia',
  'Rufus',
  'Sybil',
  'Tobias',
  'Una',
  'Viktor',
  'Wilma',
  'Yara',
  'Zeno',
]
const LAST = [
  'Basin',
  'Cistern',
  'Drain',
  'Faucet',
  'Grout',
  'Loofah',
  'Mildew',
  'Porcelain',
  'Ripple',
  'Sponge',
  'Squeegee',
  'Suds',
  'Tile',
  'Valve',
  'Washer',
]
const BIOS = [
  'Here for the echo.',
  'Opinions my own, towels yours.',
  'Professional hand washer.',
  'I fold.',
  'I scrunch.',
  'Part-time noble, full-time damp.',
  'Follows back if the lid is down.',
  'Just looking for the light switch.',
  '',
]
const DAY = 24 * 3600_000

/** Everybody in the demo data: the cast first, then a crowd with generated names. */
export function people(random: Random, crowd: number, passwordHash: string, now: number): UserDocument[] {
  const members: CastMember[] = [
    ...CAST,
    ...Array.from({ length: crowd }, (_, index) => passerBy(random, index)),
  ]
  return members
    .map((member) => ({ member, createdAt: new Date(now - random.int(40, 700) * DAY) }))
    .map(({ member, createdAt }) => ({
      // The id holds the time of registration.
      _id: idOf(createdAt),
      handle: member.handle,
      email: emailOf(member),
      displayName: member.displayName,
      bio: member.bio,
      avatarUrl: null,
      bannerUrl: null,
      isAdmin: member.isAdmin ?? false,
      emailVerified: true,
      passwordHash,
      sessionEpoch: 0,
      // Demo people consent to analytics.
      consents: { analytics: new Date(now) },
      followerCount: 0,
      followingCount: 0,
      postCount: 0,
      searchKeys: searchKeys(member),
      createdAt,
      updatedAt: new Date(now - 40 * DAY),
      rev: 1,
    }))
}

const idOf = (createdAt: Date): Types.ObjectId =>
  new Types.ObjectId(
    Math.floor(createdAt.getTime() / 1000).toString(16) + new Types.ObjectId().toHexString().slice(8),
  )

function passerBy(random: Random, index: number): CastMember {
  const first = random.pick(FIRST)
  const last = random.pick(LAST)
  return {
    handle: `${first}_${last}_${index}`.toLowerCase(),
    displayName: `${first} ${last}`,
    bio: random.pick(BIOS),
  }
}
