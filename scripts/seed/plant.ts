import { MESSAGES } from '#contract/errors.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { hashPassword } from '#server/features/account/login/passwords.service.ts'
import { BlogModel } from '#server/features/blog/blog.model.ts'
import { CommentModel } from '#server/features/comments/comments.model.ts'
import { PooModel } from '#server/features/comments/poos/poos.model.ts'
import { createComment } from '#server/features/comments/publish-comment.ts'
import { FollowModel } from '#server/features/people/follows/follows.model.ts'
import { ConversationClaimModel } from '#server/features/messages/conversation-claims.model.ts'
import { MembershipModel } from '#server/features/messages/memberships.model.ts'
import { ConversationModel, MessageModel } from '#server/features/messages/messages.model.ts'
import { sendMessage } from '#server/features/messages/messages.service.ts'
import { vote } from '#server/features/posts/polls/polls.service.ts'
import { PostModel } from '#server/features/posts/posts.model.ts'
import { createPost } from '#server/features/posts/posts.service.ts'
import { reactToPost } from '#server/features/posts/reactions/reactions.service.ts'
import { ReactionModel } from '#server/features/posts/reactions/reactions.model.ts'
import { AccountClaimModel, claimsOf } from '#server/features/people/users/account-claims.model.ts'
import { UserModel, type UserDocument } from '#server/features/people/users/users.model.ts'
import { forgetViewer, loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'
import { articles } from './articles.ts'
import { CAST, DEMO_PASSWORD } from './cast.ts'
import { drops } from './drops.ts'
import { people } from './people.ts'
import { prepareFirstVisit } from './first-visit.ts'
import { Random } from './random.ts'
import { hangPictures, hangPortraits } from './pictures.ts'
import { follows, talks } from './ties.ts'
import { countReturns } from './returns.ts'
import { countVisits } from './visits.ts'
import { REPLIES } from './words.ts'

export interface Size {
  seed: number
  /** People besides the cast. */
  crowd: number
  posts: number
}

type Tell = (line: string) => void

/** Creates the demo data: history in bulk, recent events through the product's own services. */
export async function plant({ seed, crowd, posts }: Size, tell: Tell): Promise<void> {
  const random = new Random(seed)
  const now = Date.now()
  const everybody = people(random, crowd, await hashPassword(DEMO_PASSWORD), now)
  const ties = follows(random, everybody, now)
  const cast = everybody.slice(0, CAST.length)
  await UserModel.insertMany(everybody, { lean: true })
  await AccountClaimModel.insertMany(everybody.flatMap(claimsOf), { lean: true })
  await hangPortraits(cast, viewerOf)
  const world = drops(random, everybody, posts, now)
  const conversations = talks(random, cast, now)
  tell(`${everybody.length} people, ${ties.length} follows`)
  await UserModel.bulkWrite(
    everybody.map(({ _id, postCount }) => ({
      updateOne: { filter: { _id }, update: { $set: { postCount } } },
    })),
  )
  await FollowModel.insertMany(ties, { lean: true })
  tell(`${world.posts.length} posts, ${world.reactions.length} reactions, ${world.comments.length} comments`)
  await PostModel.insertMany(world.posts, { lean: true })
  await ReactionModel.insertMany(world.reactions, { lean: true })
  await CommentModel.insertMany(world.comments, { lean: true })
  await PooModel.insertMany(world.poos, { lean: true })
  tell(`${conversations.length} conversations`)
  await ConversationModel.insertMany(
    conversations.map(({ conversation }) => conversation),
    { lean: true },
  )
  await ConversationClaimModel.insertMany(
    conversations.map(({ conversation: { _id, pair } }) => ({ _id: pair, conversationId: _id })),
    { lean: true },
  )
  await MembershipModel.insertMany(
    conversations.flatMap(({ memberships }) => memberships),
    { lean: true },
  )
  await MessageModel.insertMany(
    conversations.flatMap(({ messages }) => messages),
    { lean: true },
  )
  const issued = articles(everybody[0]!._id, now)
  await BlogModel.insertMany(issued, { lean: true })
  await news(random, everybody, world.posts)
  await askTheCast(random, cast)
  await prepareFirstVisit({ cast, crowd: everybody.slice(CAST.length), ties, posts: world.posts, viewerOf })
  await hangPictures({ posts: world.posts, decrees: issued }, cast, viewerOf)
  tell('Portraits, pictures and a clip')
  // Last, so that these people count as active now.
  await countVisits(random, world.posts, cast, Date.now())
  await countReturns(random, Date.now())
}

/** Recent events: the cast reacts to its posts and writes to the king, so that there are notifications. */
async function news(random: Random, everybody: UserDocument[], posts: PostDocument[]): Promise<void> {
  const cast = everybody.slice(0, CAST.length)
  const king = cast[0]!
  for (const author of cast.slice(0, 6)) {
    const post = posts.find(({ authorId }) => authorId.equals(author._id))
    if (!post) continue
    for (const fan of random.sample(
      cast.filter((one) => one !== author),
      4,
    )) {
      const viewer = await viewerOf(fan)
      await reactToPost(viewer, post._id.toHexString(), random.pick(REACTIONS).emoji)
      if (random.chance(0.5))
        await createComment(viewer, post._id.toHexString(), { text: random.pick(REPLIES) })
    }
  }
  for (const content of [
    'Your majesty, the west wing is out of paper.',
    'Also: the duck has been seen near the treasury.',
  ]) {
    await sendMessage(await viewerOf(cast[1]!), { receiverId: king._id.toHexString(), content })
  }
}

/** A poll of three days, in which most of the cast have voted. The king has not. */
async function askTheCast(random: Random, [king, asker, ...others]: readonly UserDocument[]): Promise<void> {
  const options = ['Over', 'Under', 'There is no holder']
  const asked = await createPost(await viewerOf(asker!), {
    text: `Which way does the paper hang? @${king!.handle} will not say. #PaperTrail`,
    poll: { options, minutes: 3 * 24 * 60 },
  })
  if (!('view' in asked)) return
  for (const voter of others)
    if (random.chance(0.8)) await vote(await viewerOf(voter), asked.view.id, random.pick([0, 0, 0, 1, 2]))
}

async function viewerOf({ _id }: UserDocument) {
  // This process gets no change events: without this, a new profile picture would be missing from its owner's
  // next post.
  forgetViewer(_id.toHexString())
  const viewer = await loadViewer(_id.toHexString())
  if (!viewer) throw new Error(MESSAGES.userNotFound)
  return viewer
}
